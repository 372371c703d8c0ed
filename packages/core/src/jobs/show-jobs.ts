import {
  countPendingWork,
  listDeadWork,
  listReembeddings,
  type DeadWork,
  type PendingWork,
  type Reembedding,
} from '@memory/db';
import type { QueueStatistics } from '@memory/providers/job-queue';
import type { Services } from '../services.ts';

/** The state of the background work, for the operator. */
export interface JobsReport {
  /** One entry a queue; what SQS reports to CloudWatch alone is null. */
  queues: QueueStatistics[];
  /** What the memories themselves say is still to be done, whether its message is there or lost. */
  pending: PendingWork;
  reembeddings: Reembedding[];
  /** Work that was given up, whatever has become of its messages. */
  dead: { count: number; latest: DeadWork[] };
}

const LATEST = 20;

export async function showJobs({ db, queues }: Pick<Services, 'db' | 'queues'>): Promise<JobsReport> {
  const [statistics, pending, reembeddings, dead] = await Promise.all([
    queues.statistics(),
    countPendingWork(db),
    listReembeddings(db),
    listDeadWork(db, { limit: LATEST }),
  ]);
  return { queues: statistics, pending, reembeddings, dead };
}
