import type { WorkspaceJobName } from '@memory/contracts';
import { findWorkspace, listWorkspaces } from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

const PAGE = 1_000;

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
