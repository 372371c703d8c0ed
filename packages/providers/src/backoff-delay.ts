export interface Backoff {
  /** Longest wait before the second attempt, in milliseconds. */
  baseMs: number;
  /** Longest wait before any attempt, in milliseconds. */
  limitMs: number;
}

/**
 * Milliseconds until the next attempt: doubled at every attempt up to the limit, of which a random part between half and
 * all is waited, so that what failed together does not come back together.
 * @param attempt the one that failed, from 1
 * @param random 0..1
 */
export function backoffDelay({ baseMs, limitMs }: Backoff, attempt: number, random: number): number {
  return Math.min(limitMs, baseMs * 2 ** (attempt - 1)) * (0.5 + random / 2);
}
