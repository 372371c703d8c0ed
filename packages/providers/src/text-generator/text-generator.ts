import type * as z from 'zod';
import { ProviderError } from '../provider-error.ts';

export interface GenerateOptions<T> {
  system: string;
  /** The material, which is untrusted: instructions within it are to be fenced by the caller, and nothing here acts on them. */
  user: string;
  /** The shape of the value; its descriptions reach the model, and it checks every answer. */
  schema: z.ZodType<T>;
  /** Letters, digits, `_` and `-`, at most 64. */
  schemaName: string;
  /** Upper bound of the output; the provider's quota is charged for it up front. */
  maxTokens: number;
  signal?: AbortSignal;
}

export interface Generated<T> {
  value: T;
  inputTokens: number;
  outputTokens: number;
}

export interface TextGenerator {
  /** Provider and model, e.g. `bedrock/eu.anthropic.claude-haiku-4-5-20251001-v1:0`. */
  readonly model: string;
  /** @throws TextGeneratorError; `invalid_output` for a refusal, an answer of another shape, or one that was cut off */
  generate<T>(options: GenerateOptions<T>): Promise<Generated<T>>;
}

export class TextGeneratorError extends ProviderError {}
