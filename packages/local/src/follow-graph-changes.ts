import { scheduleGraphAnalysis } from '@memory/core';
import type { Runtime } from '@memory/runtime';

export interface FollowOptions {
  /** Between two looks at what has changed. */
  everyMs: number;
  /** How long a graph must rest before it is analysed: a burst of changes is taken as one. */
  quietMs: number;
}

/**
 * Has graphs analysed soon after they have changed; in AWS that is left to the hourly schedule. A look is one small
 * statement, and one that fails is made up for by the next.
 * @returns ends it
 */
export function followGraphChanges(
  services: Runtime,
  { everyMs, quietMs }: FollowOptions = { everyMs: 2_000, quietMs: 2_000 },
): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const look = async () => {
    try {
      await scheduleGraphAnalysis(services, { quietMs });
    } catch (error) {
      if (!isStopped)
        services.log.warn('Changed graphs could not be looked up', {
          error: error instanceof Error ? error.name : 'unknown',
        });
    }
    if (!isStopped) arm();
  };
  const arm = () => {
    timer = setTimeout(() => void look(), everyMs).unref();
  };
  arm();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
