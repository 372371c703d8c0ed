import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isPruningCandidate, type PruningLimits } from '../pruning/pruning-candidates.ts';
import { textArray, uuid } from '../sql-values.ts';
import type { MemoryRow } from './memory-row.ts';
import { readMemories } from './read-memories.ts';

export interface ListMemoriesOptions {
  memoryType?: string;
  /** A memory must carry all of them. */
  tags: readonly string[];
  limit: number;
  offset: number;
  orderBy: 'importance_score' | 'access_count' | 'created_at' | 'retrieval_count';
  descending: boolean;
  /** Only candidates for pruning. */
  pruning?: PruningLimits;
}

/** A page of memories; every order ends with the newest first, then the id. */
export async function listMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { memoryType, tags, limit, offset, orderBy, descending, pruning }: ListMemoriesOptions,
): Promise<MemoryRow[]> {
  const conditions: SQL[] = [sql`m.workspace_id = ${uuid(workspaceId)}`];
  if (memoryType !== undefined) conditions.push(sql`m.memory_type = ${memoryType}::text`);
  if (tags.length > 0) conditions.push(sql`m.tags @> ${textArray(tags)}`);
  if (pruning) conditions.push(isPruningCandidate(pruning));
  const counted = orderBy === 'access_count' || orderBy === 'retrieval_count';
  const counters =
    counted || pruning
      ? sql`join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id`
      : sql``;
  const order = sql`${sql.raw(`${counted ? 'c' : 'm'}.${orderBy} ${descending ? 'desc' : 'asc'}`)},
    m.created_at desc, m.id`;
  const listed = await readMemories(db, workspaceId, {
    picked: sql`select m.id, (row_number() over (order by ${order}))::int place, null::json extra
      from memories m ${counters} where ${sql.join(conditions, sql` and `)}
      order by ${order} limit ${limit}::int offset ${offset}::int`,
  });
  return listed.map(({ memory }) => memory);
}
