export { createTextGenerator } from './create-text-generator.ts';
export { TextGeneratorError, type GenerateOptions, type TextGenerator } from './text-generator.ts';
