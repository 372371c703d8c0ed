import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshLogin, LoginEndedError } from '../../home/login/fresh-login.ts';
import { readUserConfig } from '../../home/user-config.ts';
import type { Home } from '../../home/find-home.ts';
import { SAME_EVENT_MS } from '../capture/captured-event.ts';
import { sessionsFolder } from '../recall/session-folder.ts';
import { serviceAddress, type ServiceAddress, startOwnService } from '../service/send.ts';
import { bindingOf } from '../spool/spool-event.ts';
import { spooledSessions } from '../spool/read-spool.ts';
import { describeProblem, logProblem } from '../state/host-state.ts';
import { flushSession, Unavailable } from './flush-session.ts';
import {
  HEARTBEAT_MS,
  takeFlusherLock,
  type FlusherLock,
  flusherFor,
  LONGEST_WAIT_MS,
  readFlusherState,
  writeFlusherState,
  type FlusherState,
} from './flusher-lock.ts';
import { attempt } from '../../home/attempt.ts';

/** So that a second delivery of an event still meets the first. */
const GRACE_MS = 2 * SAME_EVENT_MS;

/** It goes, and comes back with a later event, rather than stay for a week. */
const LIFE_MS = 10 * 60_000;
const FIRST_WAIT_MS = 1_000;
const REFUSED_WAIT_MS = 15 * 60_000;
const STALE_MS = 14 * 24 * 3_600_000;
const UNFINISHED_MS = 3_600_000;

export interface FlusherOptions {
  home: Home;
  environment: NodeJS.ProcessEnv;
  /** Returns once the spool is empty or the service away, instead of waiting. */
  isPatient?: boolean;
  graceMs?: number;
}

/**
 * Empties the spool into the configured service: one flusher a user and service at a time, until nothing is left or its time is over.
 * @returns undefined where another is at work
 */
export async function runFlusher({
  home,
  environment,
  isPatient = true,
  graceMs = GRACE_MS,
}: FlusherOptions): Promise<FlusherState | undefined> {
  const endsAt = performance.now() + LIFE_MS;
  for (;;) {
    const binding = flusherFor(home, environment);
    const lock = takeFlusherLock(home, binding);
    if (!lock) return undefined;
    const beats = setInterval(() => lock.beat(), HEARTBEAT_MS);
    let state: FlusherState;
    try {
      tidy(home);
      state = await untilDone({ home, environment, isPatient, graceMs, endsAt, lock, binding });
    } finally {
      clearInterval(beats);
      lock.release();
    }
    // A hook that spooled between the last look and the release saw a flusher at work and started none.
    if (state.outcome !== 'done' || isEmptyFor(home, environment)) return state;
    if (performance.now() > endsAt) return state;
  }
}

/** Whether nothing is left for the service that is configured; what was captured for another waits for that. */
function isEmptyFor(home: Home, environment: NodeJS.ProcessEnv): boolean {
  const address = addressOf(home, environment);
  const binding = address && bindingOf(address.service);
  return spooledSessions(home).every((session) => session.binding !== binding || session.events.length === 0);
}

interface Run extends Required<FlusherOptions> {
  endsAt: number;
  lock: FlusherLock;
  /** The service by which the flusher is known. */
  binding: string;
}

async function untilDone({
  home,
  environment,
  isPatient,
  graceMs,
  endsAt,
  lock,
  binding,
}: Run): Promise<FlusherState> {
  const before = readFlusherState(home, binding);
  let failures = before?.failures ?? 0;
  let deliveredAt = before?.deliveredAt;
  let wasStarted = false;
  const known: Known = { defects: new Map(Object.entries(before?.defects ?? {})) };
  const ended = (end: Pick<FlusherState, 'outcome' | 'message'>, waitMs = 0): FlusherState => {
    const state: FlusherState = {
      at: new Date().toISOString(),
      failures,
      ...end,
      ...(known.defects.size === 0 ? {} : { defects: Object.fromEntries(known.defects) }),
      ...(deliveredAt === undefined ? {} : { deliveredAt }),
      ...(waitMs === 0 ? {} : { notBefore: new Date(Date.now() + waitMs).toISOString() }),
    };
    writeFlusherState(home, state, binding);
    return state;
  };
  for (;;) {
    let address = addressOf(home, environment);
    if (!address)
      return ended({ outcome: 'no key', message: 'No API key and no login is configured.' }, REFUSED_WAIT_MS);
    try {
      if (address.expiresAt !== undefined) {
        await freshLogin(home);
        address = addressOf(home, environment) ?? address;
      }
      const { delivered, waiting } = await flushOnce(home, address, { graceMs, ...known });
      failures = 0;
      if (delivered > 0) deliveredAt = new Date().toISOString();
      if (waiting === 0 || !lock.beat() || performance.now() > endsAt) return ended({ outcome: 'done' });
      await sleep(Math.min(graceMs, 1_000));
    } catch (error) {
      // A token that ended on the way is renewed, and nothing was refused.
      if (error instanceof Unavailable && error.isRefusal && Date.parse(address.expiresAt ?? '') < Date.now())
        continue;
      failures += 1;
      if (
        address.isOwn &&
        !wasStarted &&
        error instanceof Unavailable &&
        !error.isRefusal &&
        !error.isDefect
      ) {
        wasStarted = true;
        await startOwnService(home);
      }
      const isKnown = error instanceof Unavailable || error instanceof LoginEndedError;
      const message = isKnown ? error.message : describeProblem(error);
      if (!isKnown) logProblem(home, { agent: 'flusher', message });
      if (error instanceof LoginEndedError || (error instanceof Unavailable && error.isRefusal))
        return ended({ outcome: 'refused', message }, REFUSED_WAIT_MS);
      const waitMs =
        (error instanceof Unavailable ? (error.retryAfterS ?? 0) * 1_000 : 0) || backoffMs(failures);
      if (!isPatient || performance.now() + waitMs > endsAt || !lock.beat())
        return ended({ outcome: 'offline', message }, waitMs);
      // So that hooks and the doctor see it while this process waits.
      ended({ outcome: 'offline', message }, waitMs);
      await sleep(waitMs);
    }
  }
}

function addressOf(home: Home, environment: NodeJS.ProcessEnv): ServiceAddress | undefined {
  try {
    return serviceAddress(readUserConfig(home.config), environment, home);
  } catch (error) {
    logProblem(home, { agent: 'flusher', message: `${home.config}: ${describeProblem(error)}` });
    return undefined;
  }
}

/** Doubles, and varies by half, so that a team's machines do not come back in one moment. */
const backoffMs = (failures: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20)) * (0.5 + Math.random() / 2);

interface Known {
  /** How often the service failed at a session, in a row. */
  defects: Map<string, number>;
}

/** Failures at one session after which what fails alone is put aside. */
const DEFECTS_MAX = 3;

/** One look at every session that this service is for. A session that the service fails at does not keep the others waiting. */
async function flushOnce(
  home: Home,
  address: ServiceAddress,
  { graceMs, defects }: Known & { graceMs: number },
): Promise<{ delivered: number; waiting: number }> {
  let delivered = 0;
  let waiting = 0;
  let defect: Unavailable | undefined;
  for (const { folder, binding, events } of spooledSessions(home)) {
    if (binding !== bindingOf(address.service)) continue;
    const ripe = events.filter((path) => isOlder(path, graceMs));
    waiting += events.length - ripe.length;
    try {
      const isSuspect = (defects.get(folder) ?? 0) >= DEFECTS_MAX;
      delivered += (await flushSession(address, ripe, { isSuspect })).delivered;
      defects.delete(folder);
    } catch (error) {
      if (!(error instanceof Unavailable) || !error.isDefect) throw error;
      defects.set(folder, (defects.get(folder) ?? 0) + 1);
      defect = error;
    }
    if (ripe.length === events.length) removeEmpty(folder);
  }
  if (defect) throw defect;
  return { delivered, waiting };
}

function isOlder(path: string, ms: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  const age = Date.now() - (stat?.mtimeMs ?? 0);
  // From before the clock was set back.
  return age >= ms || age < -1_000;
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody has written there again.
  }
}

/** Removes what nobody will ask for: files that a kill left unfinished, what sessions of weeks ago were told, and what was compiled of programs of then. */
function tidy(home: Home): void {
  for (const path of spooledSessions(home).flatMap(({ unfinished }) => unfinished))
    if (isOlder(path, UNFINISHED_MS)) rmSync(path, { force: true });
  for (const path of [sessionsFolder(home), join(home.state, 'compiled')].flatMap(pathsIn))
    if (isOlder(path, STALE_MS)) rmSync(path, { recursive: true, force: true });
}

function pathsIn(folder: string): string[] {
  return attempt(() => readdirSync(folder).map((name) => join(folder, name))) ?? [];
}
