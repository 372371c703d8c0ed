/**
 * A fault of a provider, from the caller's point of view:
 * `throttled`, `timeout` and `unavailable` pass by themselves; `refused` (credentials, unknown model, invalid request),
 * `too_long` (input above the model's limit), `invalid_output` (an answer that cannot be used) and `misconfigured` do not.
 */
export type ProviderErrorCode =
  | 'throttled'
  | 'timeout'
  | 'unavailable'
  | 'refused'
  | 'too_long'
  | 'invalid_output'
  | 'misconfigured';

const RETRYABLE: ReadonlySet<ProviderErrorCode> = new Set(['throttled', 'timeout', 'unavailable']);

/** A failed call of a model, a queue or a store. `retryable` says whether the same call may succeed later. */
export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  readonly retryable: boolean;

  constructor(code: ProviderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.retryable = RETRYABLE.has(code);
  }
}

type ErrorType = new (code: ProviderErrorCode, message: string, options?: ErrorOptions) => ProviderError;

/** Runs `work`, and turns each ProviderError of the layers below into the provider's own type of error. */
export async function throwingAs<T>(OwnError: ErrorType, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError && error.constructor !== OwnError) {
      throw new OwnError(error.code, error.message, { cause: error });
    }
    throw error;
  }
}

/** The words in which Bedrock, OpenAI-compatible servers and Ollama say that an input is above the model's limit. */
const TOO_LONG =
  /too many (input )?tokens|too long|too large|context (length|size|window)|maxlength|max(imum)? (input )?(length|tokens)/i;

/** Whether a refusal says that the input was too long, so that smaller pieces of it would pass. */
export function saysTooLong(message: string): boolean {
  return TOO_LONG.test(message);
}
