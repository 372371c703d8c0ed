export { createTextGenerator, type TextGeneratorConfig } from './create-text-generator.ts';
export {
  TextGeneratorError,
  type Generated,
  type GenerateOptions,
  type TextGenerator,
} from './text-generator.ts';
