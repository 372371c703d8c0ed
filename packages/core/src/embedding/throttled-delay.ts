import { backoffDelay } from '@memory/providers/backoff-delay';
import type { ProviderError } from '@memory/providers/provider-error';

/** Doubled with each wait. */
const BACKOFF = { baseMs: 5_000, limitMs: 900_000 };

/** Waits of a message, a day and more, until throttling counts as a failure that ends in a dead letter. */
const WAITS_MAX = 100;

/**
 * @param waits - how often the message has waited
 * @returns seconds until the rest that a throttled provider left comes again; undefined where it counts as failed, or nothing did
 */
export const throttledDelay = (failure: ProviderError | undefined, waits: number): number | undefined =>
  failure?.code === 'throttled' && waits < WAITS_MAX
    ? Math.ceil(backoffDelay(BACKOFF, waits + 1, Math.random()) / 1_000)
    : undefined;
