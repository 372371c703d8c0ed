import { once } from '../once.ts';
import type { Bedrock, BedrockOptions } from './bedrock.ts';

/** Bedrock whose client is loaded and made on the first call, so that a process that never calls it pays nothing. */
export function lazyBedrock(options: BedrockOptions): Bedrock {
  const bedrock = once(async () => (await import('./bedrock.ts')).createBedrock(options));
  return {
    invoke: async (modelId, body, options) => (await bedrock()).invoke(modelId, body, options),
    converse: async (input, signal) => (await bedrock()).converse(input, signal),
  };
}
