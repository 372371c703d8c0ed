import { sql, type SQL } from 'drizzle-orm';
import { type Database, type WorkspaceId, execute } from '../database.ts';
import { noted } from '../history/change-source.ts';
import { isPruningCandidate, type PruningLimits } from '../pruning/pruning-candidates.ts';
import { readWhole } from '../read-whole.ts';
import { relationshipRow, type RelationshipRow } from '../relationships/relationship-row.ts';
import { col, either } from '../row.ts';
import { uuid, uuidArray, textArray } from '../sql-values.ts';
import {
  isMemory,
  type MemoryRef,
  namedMemories,
  type MemoryRow,
  memoryRow,
  readMemories,
} from './memory-row.ts';

export async function findMemory(
  db: Database,
  workspaceId: WorkspaceId,
  ref: MemoryRef,
): Promise<MemoryRow | undefined> {
  const [found] = await readMemories(db, workspaceId, {
    picked: sql`select m.id, 1 place, null::json extra from memories m where ${isMemory(workspaceId, ref)}`,
  });
  return found?.memory;
}

export interface MemoryDetailRow extends MemoryRow {
  /** Declared ones first, then by confidence. */
  outgoing: RelationshipRow[];
  incoming: RelationshipRow[];
}

/** On which side of the memory a relationship stands; null for the memory itself. */
const SIDE = col.oneOf('outgoing', 'incoming')
  .orNull`case kind when 1 then 'outgoing' when 2 then 'incoming' end`;

/**
 * One memory with its relationships; undefined when the workspace has none of this identifier. A hub's list is cut at
 * 249 relationships in each direction, so that one answer holds it.
 */
export async function findMemoryDetail(
  db: Database,
  workspaceId: WorkspaceId,
  ref: MemoryRef,
): Promise<MemoryDetailRow | undefined> {
  const [memory, ...relationships] = await readWhole(db, {
    body: either(memoryRow, relationshipRow),
    extra: SIDE,
    plannedOnce: true,
    expressions: sql`target as materialized (select m.* from memories m where ${isMemory(workspaceId, ref)})`,
    selection: sql`select id, (row_number() over (order by kind, place))::int place,
        to_json(${SIDE.json}) extra, body
      from (
        select m.id, 0 kind, 1 place, ${memoryRow.json} body from target m
        join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id
        union all ${side(workspaceId, 1, sql`source_id`)}
        union all ${side(workspaceId, 2, sql`target_id`)}) document`,
    again: (ids) => sql`select r.id, u.place::int, null::json extra, ${relationshipRow.json} body
      from unnest(${uuidArray(ids)}) with ordinality u(id, place)
      join relationships r on r.workspace_id = ${uuid(workspaceId)} and r.id = u.id
      join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
      join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id`,
  });
  if (!memory || 'source' in memory.body) return undefined;
  const of = (side: 'outgoing' | 'incoming') =>
    relationships.flatMap(({ extra, body }) => (extra === side && 'source' in body ? [body] : []));
  return { ...memory.body, outgoing: of('outgoing'), incoming: of('incoming') };
}

function side(workspaceId: WorkspaceId, kind: 1 | 2, end: SQL): SQL {
  const number = sql.raw(String(kind));
  return sql`(select r.id, ${number} kind,
      (row_number() over (order by (r.discovery_method = 'manual') desc, r.confidence desc, r.id))::int place,
      ${relationshipRow.json} body
    from target m join relationships r on r.workspace_id = ${uuid(workspaceId)} and r.${end} = m.id
    join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
    join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id
    order by place limit 249)`;
}

interface ListMemoriesOptions {
  memoryType?: string;
  /** A memory must carry all of them. */
  tags: readonly string[];
  limit: number;
  offset: number;
  orderBy: 'importance_score' | 'access_count' | 'created_at' | 'retrieval_count';
  descending: boolean;
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

/** Waits for the transactions that are changing the memory, and keeps others from it until this one ends. */
export async function lockMemory(
  transaction: Database,
  workspaceId: WorkspaceId,
  ref: MemoryRef,
): Promise<void> {
  await transaction.execute(
    sql`select 1 as locked from memories m where ${isMemory(workspaceId, ref)} for no key update of m`,
  );
}

export async function deleteMemories(
  db: Database,
  workspaceId: WorkspaceId,
  refs: readonly MemoryRef[],
): Promise<number> {
  if (refs.length === 0) return 0;
  return execute(db)`delete from memories m using (select m.id from ${namedMemories(workspaceId, { refs })}) n
      where m.workspace_id = ${uuid(workspaceId)} and m.id = n.id and ${noted()} returning m.id::text`;
}
