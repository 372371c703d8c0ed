import type { GivenValues } from '@memory/contracts';
import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { noted } from '../history/change-source.ts';
import { textArray, timestamp, uuid } from '../sql-values.ts';
import { assignGiven } from './given-columns.ts';
import type { MemoryWords } from './insert-memories.ts';
import { type MemoryRow, readMemories } from './memory-row.ts';

export interface MemoryChange extends Partial<GivenValues> {
  id: string;
  /** The revision that the change was made from: if it is no longer the stored one, nothing is written. */
  revision: number;
  memory_type?: string | undefined;
  /** The whole content when any of it changes, since search text and digest are made from all of it. */
  content?: MemoryWords;
  updated_at: Date;
}

/** Changes a memory; undefined when it is gone or was changed by somebody else since it was read. */
export async function updateMemory(
  db: Database,
  workspaceId: WorkspaceId,
  change: MemoryChange,
): Promise<MemoryRow | undefined> {
  const { content } = change;
  const assignments: SQL[] = [
    sql`revision = m.revision + 1`,
    sql`updated_at = ${timestamp(change.updated_at)}`,
  ];
  if (change.memory_type !== undefined) assignments.push(sql`memory_type = ${change.memory_type}::text`);
  assignments.push(...assignGiven(change));
  // A new importance is its own base.
  if (change.importance_score !== undefined) assignments.push(sql`base_importance = null`);
  if (content)
    assignments.push(
      sql`title = ${content.title}::text`,
      sql`narrative = ${content.narrative}::text`,
      sql`tags = ${textArray(content.tags)}`,
      sql`concepts = ${textArray(content.concepts)}`,
      sql`source_files = ${textArray(content.source_files)}`,
      sql`content_digest = ${content.content_digest}::text`,
      sql`search_text = ${content.search_text}::tsvector`,
      sql`term_count = ${content.term_count}::real`,
    );
  // Background work on what it said before may have been given up.
  const revived = sql`, revived as (
      delete from job_attempts a using changed c
      where a.workspace_id = c.workspace_id and a.dead_at is not null and a.payload ->> 'memoryId' = c.id::text)`;
  const [changed] = await readMemories(db, workspaceId, {
    expressions: sql`changed as (
      update memories m set ${sql.join(assignments, sql`, `)}
      where m.workspace_id = ${uuid(workspaceId)} and m.id = ${uuid(change.id)} and m.revision = ${change.revision}::int
        and ${noted()}
      returning *)${content ? revived : sql``}`,
    picked: sql`select id, 1 place, null::json extra from changed`,
    memories: sql`changed`,
  });
  return changed?.memory;
}
