import { ProviderError, type ProviderErrorCode, saysTooLong } from '../provider-error.ts';

/** Names of SDK errors whose meaning does not follow from their HTTP status. */
const CODE_BY_NAME: Readonly<Record<string, ProviderErrorCode>> = {
  ThrottlingException: 'throttled',
  TooManyRequestsException: 'throttled',
  ServiceQuotaExceededException: 'throttled',
  RequestThrottled: 'throttled',
  SlowDown: 'throttled',
  ModelTimeoutException: 'timeout',
  TimeoutError: 'timeout',
  AbortError: 'timeout',
  // A model that failed on its own side, or is still being loaded: statuses 424 and 429, both worth another attempt.
  ModelErrorException: 'unavailable',
  ModelNotReadyException: 'unavailable',
  CredentialsProviderError: 'misconfigured',
};

/** Classifies what an AWS SDK client threw; network failures and unknown ones count as passing. */
export function awsFailure(service: string, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return new ProviderError(
    codeOf(name, message, statusOf(error)),
    `${service}: ${name}: ${message.slice(0, 300)}`,
    {
      cause: error,
    },
  );
}

function codeOf(name: string, message: string, status: number | undefined): ProviderErrorCode {
  const known = CODE_BY_NAME[name];
  if (known) return known;
  if (status === 429) return 'throttled';
  if (status === undefined || status >= 500) return 'unavailable';
  return saysTooLong(message) ? 'too_long' : 'refused';
}

function statusOf(error: unknown): number | undefined {
  const metadata = (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata;
  return metadata?.httpStatusCode;
}
