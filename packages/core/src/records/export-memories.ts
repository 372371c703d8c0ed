import type { ExportQuery, ExportReply } from '@memory/contracts';
import { listMemoriesAfter, type Workspace } from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { presentMemoryWithFeedback } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** Half of what a function may answer: line breaks and quotes are longer there than they are in the database. */
const PAGE_BYTES_MAX = 2_500_000;

/**
 * A page of the whole workspace, shorter than asked for where its memories are large; the relationships are in the whole graph.
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
  const { memories, more } = await listMemoriesAfter(db, workspace.id, {
    after: after ?? null,
    limit,
    bytesMax: PAGE_BYTES_MAX,
  });
  return {
    memories: memories.map((row) => presentMemoryWithFeedback(row, settings.memoryIdForm)),
    next: more ? (memories.at(-1)?.id ?? null) : null,
  };
}
