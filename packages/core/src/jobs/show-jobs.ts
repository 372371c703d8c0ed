import type { JobsReport } from '@memory/contracts';
import { countPendingWork, listDeadWork, listReembeddings, slowStatements } from '@memory/db';
import type { Services } from '../services.ts';

const LATEST = 20;

/** The state of the background work, for the operator. */
export async function showJobs({ db, queues }: Pick<Services, 'db' | 'queues'>): Promise<JobsReport> {
  const [statistics, pending, reembeddings, dead] = await Promise.all([
    queues.statistics(),
    countPendingWork(db),
    listReembeddings(db),
    listDeadWork(db, { limit: LATEST }),
  ]);
  const slow = slowStatements.list().map(({ name, count, longestMs, at }) => ({
    statement: name,
    count,
    longest_ms: longestMs,
    at: at.toISOString(),
  }));
  return { queues: statistics, pending, slow_statements: slow, reembeddings, dead };
}
