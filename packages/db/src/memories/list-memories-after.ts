import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { col } from '../row.ts';
import { uuid } from '../sql-values.ts';
import type { MemoryRow } from './memory-row.ts';
import { readMemories } from './read-memories.ts';

export interface ListMemoriesAfterOptions {
  /** Id of the last memory of the page before. */
  after: string | null;
  /** At most 500. */
  limit: number;
  /** Bytes of text after which a page ends early; the first memory is always in it. */
  bytesMax: number;
}

/** Whether another memory follows the page. */
const HAS_NEXT = col.bool`place < total`;

/**
 * The next memories by id, which is the order of their creation, and whether more follow; all pages together are the
 * workspace.
 */
export async function listMemoriesAfter(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit, bytesMax }: ListMemoriesAfterOptions,
): Promise<{ memories: MemoryRow[]; more: boolean }> {
  const listed = await readMemories(db, workspaceId, {
    extra: HAS_NEXT,
    // The length of a text is known without reading it. One more than asked for tells whether there is a next page.
    picked: sql`select id, place, to_json(${HAS_NEXT.json}) extra from (
        select id, (row_number() over (order by id))::int place, count(*) over () total,
          sum(bytes) over (order by id) running
        from (
          select m.id, octet_length(m.title) + octet_length(m.narrative)
            + octet_length(array_to_string(m.tags || m.concepts || m.source_files, ',')) bytes
          from memories m
          where m.workspace_id = ${uuid(workspaceId)} and ${after === null ? sql`true` : sql`m.id > ${uuid(after)}`}
          order by m.id limit ${limit + 1}::int) sized) counted
      where place <= ${limit}::int and (place = 1 or running <= ${bytesMax}::int)`,
  });
  return { memories: listed.map(({ memory }) => memory), more: listed.at(-1)?.extra ?? false };
}
