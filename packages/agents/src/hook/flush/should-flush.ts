import { statSync } from 'node:fs';
import type { Home } from '../../home/find-home.ts';
import { isFlushing } from './flusher-lock.ts';
import { LONGEST_WAIT_MS, readFlusherState } from './flusher-state.ts';

/** Whether it is worth to start a flusher: none is at work, and the last one did not say to wait. */
export function shouldFlush(home: Home, now: number): boolean {
  const state = readFlusherState(home);
  const wait = state?.notBefore === undefined ? 0 : Date.parse(state.notBefore) - now;
  // A wait that is longer than any was set by another clock; a new key, address or login is tried at once.
  const isEarly =
    wait > 0 &&
    wait <= 2 * LONGEST_WAIT_MS &&
    ![home.config, home.login].some((path) => isNewer(path, state?.at));
  return !isEarly && !isFlushing(home);
}

const isNewer = (path: string, at: string | undefined): boolean =>
  at !== undefined && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.parse(at);
