import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@memory/text/error-facts';
import { attempt } from '../../home/attempt.ts';
import type { Home } from '../../home/find-home.ts';
import { readUserConfig } from '../../home/user-config.ts';
import { writeOwnFile } from '../../home/write-own-file.ts';
import { serviceName } from '../service/send.ts';
import { bindingOf } from '../spool/spool-event.ts';

/** The holder says that often that it lives. */
export const HEARTBEAT_MS = 5_000;
/** Without a word for so long it is dead, or its process id somebody else's. */
const DEAD_AFTER_MS = 30_000;

const fileOf = ({ state }: Home, binding: string): string => join(state, `flusher${binding}.lock`);

function isFlushing(home: Home, binding: string): boolean {
  const holder = read(fileOf(home, binding));
  return holder !== undefined && isAlive(holder);
}

export interface FlusherLock {
  /** Says that its holder lives. @returns false where another took over */
  beat: () => boolean;
  release: () => void;
}

/** One flusher a user and service. Two of them would do no harm, since all they do can be done twice; they would only do it twice. */
export function takeFlusherLock(home: Home, binding = ''): FlusherLock | undefined {
  const path = fileOf(home, binding);
  const own = JSON.stringify({ pid: process.pid, token: randomUUID() });
  mkdirSync(home.state, { recursive: true, mode: 0o700 });
  const holder = read(path);
  if (holder !== undefined) {
    if (isAlive(holder)) return undefined;
    // Moved away rather than deleted: of two that find it dead one moves it, and the other finds nothing.
    const aside = `${path}.${process.pid}.dead`;
    try {
      renameSync(path, aside);
      const moved = read(aside);
      if (moved && moved.text !== holder.text && isAlive(moved)) renameSync(aside, path);
      else rmSync(aside, { force: true });
    } catch {
      return undefined;
    }
  }
  try {
    writeFileSync(path, own, { flag: 'wx', mode: 0o600 });
  } catch {
    return undefined;
  }
  const isOurs = () => read(path)?.text === own;
  return {
    beat: () => {
      if (!isOurs()) return false;
      const now = new Date();
      utimesSync(path, now, now);
      return true;
    },
    release: () => {
      if (isOurs()) rmSync(path, { force: true });
    },
  };
}

/** Ends the flushers that are at work: what they were sending stays in the spool, and may be sent twice. */
export function endFlushers({ state }: Home): void {
  const locks = existsSync(state) ? readdirSync(state).filter((name) => /^flusher.*\.lock$/u.test(name)) : [];
  for (const path of locks.map((name) => join(state, name))) {
    const holder = read(path);
    if (!holder || !isAlive(holder)) continue;
    const pid = pidIn(holder.text);
    if (pid !== undefined) process.kill(pid);
    rmSync(path, { force: true });
  }
}

interface Holder {
  text: string;
  beatAt: number;
}

function read(path: string): Holder | undefined {
  return attempt(() => ({ beatAt: statSync(path).mtimeMs, text: readFileSync(path, 'utf8') }));
}

function isAlive({ text, beatAt }: Holder): boolean {
  // A beat in the future was before the clock was set back.
  const silence = Math.abs(Date.now() - beatAt);
  if (silence > DEAD_AFTER_MS) return false;
  const pid = pidIn(text);
  // Just created, and not written yet.
  if (pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function pidIn(text: string): number | undefined {
  const pid = Number(/"pid":(\d+)/u.exec(text)?.[1]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

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

const stateFile = ({ state }: Home, binding: string): string => join(state, `flusher${binding}.json`);

export function readFlusherState(home: Home, binding = ''): FlusherState | undefined {
  return attempt(() => JSON.parse(readFileSync(stateFile(home, binding), 'utf8')) as FlusherState);
}

export const writeFlusherState = (home: Home, state: FlusherState, binding = ''): void =>
  writeOwnFile(stateFile(home, binding), JSON.stringify(state));

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
