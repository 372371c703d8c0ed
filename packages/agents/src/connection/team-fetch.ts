import { fetch } from 'undici';
import { whyNoAnswer } from '../home/why-no-answer.ts';
import { causeOf } from './cause-of.ts';
import { dispatcherFor } from './dispatcher-for.ts';

const TIMEOUT_MS = 15_000;

/** Asks a service or a provider, through the proxy of the environment. @throws with the reason when there is no answer */
export const teamFetch = (async (input: string, init: Parameters<typeof fetch>[1]) => {
  const target = new URL(input);
  try {
    return await fetch(target, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
      dispatcher: dispatcherFor(target),
    });
  } catch (error) {
    throw new Error(`${target.origin} gives no answer: ${whyNoAnswer(causeOf(error))}.`, { cause: error });
  }
  // The types of undici's fetch and of Node's are two, their values are one.
}) as unknown as typeof globalThis.fetch;
