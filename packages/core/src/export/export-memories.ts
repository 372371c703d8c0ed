import type { ExportQuery, ExportReply } from '@memory/contracts';
import { listMemoriesAfter, type Workspace } from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { presentMemoryWithFeedback } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/**
 * A page of the whole workspace; the relationships are in the whole graph.
 * @throws validation_failed for an `after` that no page has given
 */
export async function exportMemories(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { after, limit }: ExportQuery,
): Promise<ExportReply> {
  if (after !== undefined && !isUuid(after))
    throw new ServiceError('validation_failed', 'The query is not valid.', {
      issues: [
        { loc: ['query', 'after'], msg: 'Input should be `next` of the page before', type: 'value_error' },
      ],
    });
  // One more than asked for tells whether there is a next page.
  const rows = await listMemoriesAfter(db, workspace.id, { after: after ?? null, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    memories: page.map((row) => presentMemoryWithFeedback(row, settings.memoryIdForm)),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
