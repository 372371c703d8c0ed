import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { lookUp } from '../look-up.ts';
import { readWhole } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, uuid } from '../sql-values.ts';
import { stands } from './read-block.ts';
import { isSession } from './session-row.ts';

const matchingMemory = row({
  /** Which of those asked for, from 0. */
  index: col.int`f.index`,
  /** The same content to the letter; else the same words, whatever their case and spacing, in other lists. */
  is_exact: col.bool`f.is_exact`,
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  source_session_id: col.text.orNull`m.source_session_id`,
  memory_type: col.text`m.memory_type`,
  tags: col.textList`m.tags`,
  concepts: col.textList`m.concepts`,
  source_files: col.textList`m.source_files`,
  importance_score: col.float`m.importance_score`,
  confidence_score: col.float`m.confidence_score`,
});
export type MatchingMemory = RowOf<typeof matchingMemory>;

/**
 * Stored memories that say the same as those given, to the letter or in the same words, and that a block of the session
 * may tell. The oldest first, at most 250.
 */
export async function listMatchingMemories(
  db: Database,
  workspaceId: WorkspaceId,
  {
    sessionId,
    memories,
  }: {
    sessionId: string;
    memories: readonly { title: string; narrative: string; content_digest: string }[];
  },
): Promise<MatchingMemory[]> {
  if (memories.length === 0) return [];
  const workspace = uuid(workspaceId);
  const matching = await readWhole(db, {
    body: matchingMemory,
    expressions: sql`
      target as materialized (select s.* from sessions s where ${isSession(workspaceId, sessionId)}),
      input as materialized (
        select i.*, memory_text_key(i.title, i.narrative) text_key, row_number() over ()::int - 1 index
        from jsonb_to_recordset(${json(memories)}) i(title text, narrative text, content_digest text)),
      found as materialized (
        select i.index, m.id, true is_exact from input i
        ${lookUp('memories', 'm', sql`m.workspace_id = ${workspace} and m.content_digest = i.content_digest`)}
        union all
        select i.index, m.id, false from input i
        ${lookUp('memories', 'm', sql`m.workspace_id = ${workspace} and memory_text_key(m.title, m.narrative) = i.text_key`)}
        where m.content_digest <> i.content_digest)`,
    selection: sql`select gen_random_uuid() id, (row_number() over (order by f.index, m.created_at, m.id))::int place,
        null::json extra, ${matchingMemory.json} body
      from target t cross join found f ${lookUp('memories', 'm', sql`m.workspace_id = ${workspace} and m.id = f.id`)}
      where ${stands(workspace)}
      order by f.index, m.created_at, m.id limit 250`,
    // A place is no row that could be asked for again: half a megabyte of lists of the same words does not occur.
    again: () => sql`select null::uuid id, 1 place, null::json extra, null::json body where false`,
  });
  return matching.map(({ body }) => body);
}
