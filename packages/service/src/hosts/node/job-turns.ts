import { inBackground } from '@memory/db';
import PQueue from 'p-queue';

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
