import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { nearest } from '../search/nearest.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';
import { isMemory, type MemoryRef, type MemoryRow, readMemories } from './memory-row.ts';

/** Memory `m` by its title, which is cut: all of them travel beside the memory in one row. */
const titled = {
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`left(m.title, 200)`,
  memory_type: col.memoryType`m.memory_type`,
  created_at: col.timestamp`m.created_at`,
};
const similarRow = row(titled);
/** The other end `m` of relationship `r`. */
const linkedRow = row({
  ...titled,
  relationship_type: col.text`r.relationship_type`,
  is_incoming: col.bool`r.is_incoming`,
});
export type LinkedMemory = RowOf<typeof linkedRow>;

const surroundings = row({
  /** All of its relationships, mirrored rows and what several methods found once. */
  link_count: col.int`(select count(*) from tied)`,
  links: col.listOf(linkedRow)`(
    select coalesce(json_agg(${linkedRow.json} order by r.place), '[]')
    from near_ties r join memories m on m.workspace_id = r.workspace_id and m.id = r.other_id)`,
  similar: col.listOf(similarRow)`(
    select coalesce(json_agg(${similarRow.json} order by n.cosine desc, m.id), '[]')
    from similar_to n join memories m on m.workspace_id = n.workspace_id and m.id = n.id)`,
});

interface OpenMemoryOptions {
  ref: MemoryRef;
  /** The caller: a telling of the memory in a session of theirs was of use. */
  author: string | null;
  at: Date;
  /** Relationships read, the declared ones first, then by confidence. */
  linksMax: number;
  /** Memories near in meaning; null reads none. */
  similar: { model: string; hasSemanticIndex: boolean; threshold: number; limit: number } | null;
}

export interface OpenedMemory extends RowOf<typeof surroundings> {
  memory: MemoryRow;
}

/** Opens a memory: counts the access and reads it whole, in one statement; undefined when there is none. */
export async function openMemory(
  db: Database,
  workspaceId: WorkspaceId,
  { ref, author, at, linksMax, similar }: OpenMemoryOptions,
): Promise<OpenedMemory | undefined> {
  const workspace = uuid(workspaceId);
  const [opened] = await readMemories(db, workspaceId, {
    extra: surroundings,
    expressions: sql`
      target as materialized (select m.* from memories m where ${isMemory(workspaceId, ref)}),
      counted as (
        update memory_counters c set access_count = c.access_count + 1, last_accessed_at = ${timestamp(at)}
        from target t where c.workspace_id = t.workspace_id and c.memory_id = t.id returning c.*),
      used as (
        update tellings u set used_at = ${timestamp(at)} from target t, sessions s
        where u.workspace_id = t.workspace_id and u.memory_id = t.id and u.used_at is null
          and s.workspace_id = u.workspace_id and s.id = u.session_row_id and s.is_active
          and s.author = ${nullable(author, 'text')}),
      tied as materialized (
        select distinct on (other_id, r.relationship_type, is_incoming and not r.is_bidirectional)
          r.workspace_id, r.id, r.relationship_type, r.confidence, r.discovery_method, is_incoming, other_id
        from target t join relationships r on r.workspace_id = ${workspace}
          and (r.source_id = t.id or (r.target_id = t.id and not (r.is_bidirectional and exists (
            select from relationships o where o.workspace_id = ${workspace} and o.source_id = t.id
              and o.target_id = r.source_id and o.relationship_type = r.relationship_type))))
        cross join lateral (
          select r.target_id = t.id is_incoming,
            case when r.target_id = t.id then r.source_id else r.target_id end other_id offset 0) e
        order by other_id, r.relationship_type, is_incoming and not r.is_bidirectional,
          r.discovery_method = 'manual' desc, r.confidence desc, r.id),
      near_ties as materialized (
        select t.*, row_number() over (order by discovery_method = 'manual' desc, confidence desc, id) place
        from tied t order by place limit ${linksMax}::int),
      ${similarExpressions(db, workspaceId, similar)}`,
    picked: sql`select memory_id id, 1 place, ${surroundings.json} extra from counted`,
    counters: sql`counted`,
  });
  return opened && { memory: opened.memory, ...opened.extra };
}

function similarExpressions(
  db: Database,
  workspaceId: WorkspaceId,
  similar: OpenMemoryOptions['similar'],
): SQL {
  if (!similar)
    return sql`similar_to as (select null::uuid workspace_id, null::uuid id, null::float8 cosine where false)`;
  const { model, hasSemanticIndex, threshold, limit } = similar;
  return sql`
    query as materialized (
      select e.embedding v from target t join memory_embeddings e
        on e.workspace_id = ${uuid(workspaceId)} and e.memory_id = t.id and e.model = ${model}::text),
    similar_to as materialized (
      select ${uuid(workspaceId)} workspace_id, n.id, n.cosine from (
        ${nearest(db, workspaceId, { model, passes: undefined, hasSemanticIndex, limit: limit + 1 })}) n
      where round(n.cosine * 1e6) / 1e6 >= ${threshold}::float8 and n.id <> (select id from target)
      order by n.cosine desc, n.id limit ${limit}::int)`;
}
