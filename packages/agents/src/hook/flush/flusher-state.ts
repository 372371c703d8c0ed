import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeOwnFile } from '../../home/write-own-file.ts';
import type { Home } from '../../home/find-home.ts';
import { readUserConfig } from '../../home/user-config.ts';
import { serviceName } from '../service/service-address.ts';
import { bindingOf } from '../spool/spool-folders.ts';
import { isFlushing } from './flusher-lock.ts';
import { attempt } from '../../home/attempt.ts';

/** The flusher's last result; the doctor tells it, and hooks go by it before they start another. */
export interface FlusherState {
  at: string;
  /** `refused`: the key is not valid there, or may not write. `offline`: nobody answered, or not now. */
  outcome: 'done' | 'offline' | 'refused' | 'no key';
  deliveredAt?: string;
  failures: number;
  /** Nothing is tried before. */
  notBefore?: string;
  message?: string;
  /** How often the service failed at a session, by its folder. */
  defects?: Record<string, number>;
}

/** However often it failed, it is tried again after this. */
export const LONGEST_WAIT_MS = 10 * 60_000;

const fileOf = ({ state }: Home, binding: string): string => join(state, `flusher${binding}.json`);

export function readFlusherState(home: Home, binding = ''): FlusherState | undefined {
  return attempt(() => JSON.parse(readFileSync(fileOf(home, binding), 'utf8')) as FlusherState);
}

export const writeFlusherState = (home: Home, state: FlusherState, binding = ''): void =>
  writeOwnFile(fileOf(home, binding), JSON.stringify(state));

/** The part of file names by which the flusher of hooks with this environment is known. */
export function flusherFor(home: Home, environment: NodeJS.ProcessEnv): string {
  // Without readable settings nothing is sent, whoever asks.
  return attempt(() => bindingOf(serviceName(readUserConfig(home.config), environment))) ?? '';
}

/** Whether it is worth to start a flusher: none is at work, and the last one did not say to wait. */
export function shouldFlush(home: Home, now: number, binding = ''): boolean {
  const state = readFlusherState(home, binding);
  const wait = state?.notBefore === undefined ? 0 : Date.parse(state.notBefore) - now;
  // A wait that is longer than any was set by another clock; a new key, address or login is tried at once.
  const isEarly =
    wait > 0 &&
    wait <= 2 * LONGEST_WAIT_MS &&
    ![home.config, home.login].some((path) => isNewer(path, state?.at));
  return !isEarly && !isFlushing(home, binding);
}

const isNewer = (path: string, at: string | undefined): boolean =>
  at !== undefined && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.parse(at);
