import { DelegateBackoff, handleWhenResult, retry, type IRetryBackoffContext } from 'cockatiel';
import { fetch as send, type Response } from 'undici';
import { whyNoAnswer } from '../home/why-no-answer.ts';
import { causeOf } from './cause-of.ts';
import { dispatcherFor } from './dispatcher-for.ts';

/** Tries within about a minute, or as the service says when it will have time: it starts, wakes up or is busy. */
const RETRIES = 5;
const RETRY_AFTER_MAX_SECONDS = 60;
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * A `fetch` for one service which tries again while that cannot be reached, is busy or asks to wait. Only for calls that
 * may be made twice: what ingesting and indexing send is compared with what is there.
 * @throws with the reason in its message when the service gives no answer
 */
export function patientFetch(url: string): typeof fetch {
  const dispatcher = dispatcherFor(new URL(url));
  const patient = async (input: string, init: Parameters<typeof send>[1]) => {
    try {
      const isAborted = () => init?.signal?.aborted ?? false;
      return await policy(isAborted).execute(() => send(input, { ...init, dispatcher }));
    } catch (error) {
      throw new Error(
        `The service at ${url} gave no answer: ${whyNoAnswer(causeOf(error))}. Start it with npm start, or set WORKSPACE_MEMORY_URL.`,
        { cause: error },
      );
    }
  };
  // The types of undici's fetch and of Node's are two, their values are one.
  return patient as unknown as typeof fetch;
}

const policy = (isAborted: () => boolean) =>
  retry(
    handleWhenResult((answer) => LATER.has((answer as Response).status)).orWhen(() => !isAborted()),
    {
      maxAttempts: RETRIES,
      backoff: new DelegateBackoff<IRetryBackoffContext<unknown>>(
        ({ result, attempt }) =>
          retryAfterMs('value' in result ? (result.value as Response) : undefined) ?? 500 * 2 ** attempt,
      ),
    },
  );

function retryAfterMs(response: Response | undefined): number | undefined {
  const given = response?.headers.get('retry-after');
  return given ? Math.min(Number(given), RETRY_AFTER_MAX_SECONDS) * 1_000 : undefined;
}
