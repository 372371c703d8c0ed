import { scheduleGraphAnalysis } from '@memory/core';
import type { Runtime } from '../../create-services.ts';
import type { LocalService } from './start-local-service.ts';

export interface FollowOptions {
  /** Between two looks at what has changed. */
  everyMs: number;
  /** How long a graph must rest before it is analysed: a burst of changes is taken as one. */
  quietMs: number;
  /** How long a graph that never rests waits. */
  patienceMs: number;
}

/**
 * Has graphs analysed soon after they have changed; in AWS that is left to the hourly schedule. A look is one small
 * statement, and one that fails is made up for by the next. Where nothing is asked and nothing done, nobody looks.
 * @returns ends it
 */
export function followGraphChanges(
  services: Runtime,
  onWork: LocalService['onWork'],
  { everyMs, quietMs, patienceMs }: FollowOptions = { everyMs: 2_000, quietMs: 2_000, patienceMs: 30_000 },
): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let workedAtMs = 0;
  const look = async () => {
    // Changes until now have rested by then.
    const isLast = performance.now() - workedAtMs > quietMs + everyMs;
    try {
      await scheduleGraphAnalysis(services, { quietMs, patienceMs });
    } catch (error) {
      if (!isStopped)
        services.log.warn('Changed graphs could not be looked up', {
          error: error instanceof Error ? error.name : 'unknown',
        });
    }
    timer = undefined;
    if (!isLast) arm();
  };
  const arm = () => {
    if (!isStopped) timer ??= setTimeout(() => void look(), everyMs).unref();
  };
  const wake = () => {
    workedAtMs = performance.now();
    arm();
  };
  onWork(wake);
  // Changes that the last process left.
  wake();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
