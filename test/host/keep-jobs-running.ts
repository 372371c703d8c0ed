import { setTimeout as sleep } from 'node:timers/promises';
import type { TestHost } from './test-host.ts';

/** Runs the jobs of a host again and again, as a service does; `stop` waits for the last round. */
export function keepJobsRunning(host: Pick<TestHost, 'runJobs'>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      await host.runJobs();
      await sleep(20);
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return rounds;
    },
  };
}
