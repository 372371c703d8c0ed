import type { JobName, WorkspaceJobName, JobsReport } from '@memory/contracts';
import {
  forgetEmbeddingRefusals,
  reviveDeadWork,
  findWorkspace,
  listWorkspaces,
  countPendingWork,
  listDeadWork,
  listReembeddings,
  slowStatements,
} from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

const PAGE = 1_000;

/**
 * Gives what was given up back to its queues, of one job or of all: work that the database says was given up, and the
 * queues' own dead letters, of which most name the same work; and what a model refused. Doing it twice does no harm.
 * @returns how many by queue, the empty ones left out
 */
export async function redriveJobs(
  { db, jobs, queues }: Pick<Services, 'db' | 'jobs' | 'queues'>,
  { queue }: { queue: JobName | null },
): Promise<{ redriven: Record<string, number> }> {
  const redriven: Record<string, number> = {};
  for (let page = PAGE; page === PAGE;) {
    const revived = await reviveDeadWork(db, { job: queue, limit: PAGE });
    page = revived.length;
    for (const [job, works] of Map.groupBy(revived, ({ job }) => job)) {
      await jobs.enqueue(job, ...works.map(({ payload }) => payload as never));
      redriven[job] = (redriven[job] ?? 0) + works.length;
    }
  }
  const statistics = await queues.statistics();
  const wanted = statistics.filter(
    ({ queue: name, deadLetters }) => deadLetters > 0 && (queue === null || name === queue),
  );
  for (const { queue: name } of wanted)
    redriven[name] = Math.max(redriven[name] ?? 0, await queues.redrive(name));
  const retried = queue === null || queue === 'generateEmbedding' ? await retryRefused({ db, jobs }) : 0;
  const sent = (redriven['generateEmbedding'] ?? 0) + retried;
  return { redriven: { ...redriven, ...(sent > 0 ? { generateEmbedding: sent } : {}) } };
}

/** Enqueues the memories whose contents a model refused, as if it never had; returns how many. */
async function retryRefused({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<number> {
  for (let retried = 0; ;) {
    const forgotten = await forgetEmbeddingRefusals(db, { limit: PAGE });
    await jobs.enqueue('generateEmbedding', ...forgotten);
    retried += forgotten.length;
    if (forgotten.length < PAGE) return retried;
  }
}

/** Enqueues a job for one workspace or for all; returns for how many. @throws not_found */
export async function runJob(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { job, workspaceId }: { job: WorkspaceJobName; workspaceId: string | null },
): Promise<{ enqueued: number }> {
  if (workspaceId !== null) {
    if (!(await findWorkspace(db, workspaceId)))
      throw new ServiceError('not_found', `Workspace ${workspaceId} was not found.`);
    await jobs.enqueue(job, { workspaceId });
    return { enqueued: 1 };
  }
  let enqueued = 0;
  for (let after: string | null | undefined = null; after !== undefined;) {
    const page: { id: string }[] = await listWorkspaces(db, { limit: PAGE, after });
    if (page.length > 0) await jobs.enqueue(job, ...page.map(({ id }) => ({ workspaceId: id })));
    enqueued += page.length;
    after = page.length === PAGE ? page.at(-1)?.id : undefined;
  }
  return { enqueued };
}

const LATEST = 20;

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
