import PQueue from 'p-queue';
import type { Schedule } from '@memory/contracts';
import { inBackground } from '@memory/db';

export interface JobTurnsOptions {
  /** Jobs at work at once. */
  concurrency: number;
  /** Milliseconds without a request after which jobs go on: a caller that sends one after the other is not held up between them. */
  quietMs?: number;
  /** Milliseconds after which a job goes on all the same, so that steady requests cannot hold jobs up for ever. */
  patienceMs?: number;
}

/** Requests go before jobs where both share one database connection, and each statement waits for those before it. */
export interface JobTurns {
  /** A request has come in. @returns to be called when it has been answered */
  beginRequest(): () => void;
  /**
   * Does the work of a job in its turn, those of the highest priority first (0 by default).
   * @throws what the work throws, and when `stop` came first
   */
  take<Result>(work: () => Promise<Result>, options?: { priority?: number }): Promise<Result>;
  /** Calls whenever a request or a job has begun or ended. @returns calls no more */
  onWork(listener: () => void): () => void;
  /** Lets no job begin any more. */
  stop(): void;
}

export function createJobTurns({ concurrency, quietMs = 30, patienceMs = 250 }: JobTurnsOptions): JobTurns {
  const waiting = new PQueue({ concurrency });
  const listeners = new Set<() => void>();
  let isStopped = false;
  let requests = 0;
  let quiet: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;

  const noteWork = (): void => {
    for (const listener of listeners) listener();
  };

  function resume(): void {
    clearTimeout(patience);
    patience = undefined;
    waiting.start();
    if (requests > 0) holdBack();
  }

  function holdBack(): void {
    if (isStopped) return;
    waiting.pause();
    patience ??= setTimeout(resume, patienceMs).unref();
  }

  return {
    beginRequest() {
      requests += 1;
      noteWork();
      clearTimeout(quiet);
      holdBack();
      return () => {
        requests -= 1;
        noteWork();
        if (requests === 0) quiet = setTimeout(resume, quietMs).unref();
      };
    },
    take: (work, { priority = 0 } = {}) =>
      waiting.add(
        () => {
          if (isStopped) throw new Error('The service is stopping.');
          noteWork();
          return inBackground(work).finally(noteWork);
        },
        { priority },
      ),
    onWork(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      isStopped = true;
      clearTimeout(patience);
      waiting.start();
    },
  };
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Milliseconds since 1970 at which a schedule is due next, later than `nowMs`. */
export function nextDue({ every }: Pick<Schedule, 'every'>, nowMs: number): number {
  if ('minutes' in every) {
    const step = every.minutes * MINUTE_MS;
    return (Math.floor(nowMs / step) + 1) * step;
  }
  const { hour, minute } = every.day;
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + (hour * 60 + minute) * MINUTE_MS;
  return today > nowMs ? today : today + DAY_MS;
}

/**
 * Acts whenever a schedule is due by the clock of the wall, looked at each minute: timers stand still while a laptop sleeps, and
 * the clock may be set back or ahead.
 * @returns stops it
 */
export function repeat(
  actions: readonly { schedule: Pick<Schedule, 'every'>; act: () => void }[],
): () => void {
  let due = actions.map(({ schedule }) => nextDue(schedule, Date.now()));
  const timer = setInterval(() => {
    const now = Date.now();
    for (const [place, { act }] of actions.entries()) if (now >= (due[place] ?? Infinity)) act();
    due = actions.map(({ schedule }) => nextDue(schedule, now));
  }, MINUTE_MS).unref();
  return () => clearInterval(timer);
}
