import { createBedrockTextGenerator, type BedrockTextGeneratorConfig } from './bedrock.ts';
import {
  createOpenAiCompatibleTextGenerator,
  type OpenAiCompatibleTextGeneratorConfig,
} from './openai-compatible.ts';
import type { TextGenerator } from './text-generator.ts';

export type TextGeneratorConfig = BedrockTextGeneratorConfig | OpenAiCompatibleTextGeneratorConfig;

/** The text generator a configuration asks for. Nothing is loaded or called before its first use. */
export function createTextGenerator(config: TextGeneratorConfig): TextGenerator {
  return config.provider === 'bedrock'
    ? createBedrockTextGenerator(config)
    : createOpenAiCompatibleTextGenerator(config);
}
