import { sql } from 'drizzle-orm';
import { type Database, type WorkspaceId, query } from '../database.ts';
import { lookUpAny } from '../look-up.ts';
import { type MemoryRow, readMemories } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject, projectOfMemory } from '../same-project.ts';
import { rank, type RankedMemory } from '../search/ranked-memory.ts';
import { score } from '../search/ranking.ts';
import { nullable, uuid, timestamp } from '../sql-values.ts';

/**
 * Memories of a file: those of the whole path first, then of one that ends with it or that it ends with (an absolute
 * path), then of one that contains it; among equals the most important. Upper and lower case count as the same. A memory is
 * of the files that it names, and of those where the code stands that it is tied to.
 * @param options.project what is of another one comes last
 */
export function listMemoriesOfFile(
  db: Database,
  workspaceId: WorkspaceId,
  {
    path,
    project,
    limit,
    offset = 0,
  }: { path: string; project?: string | undefined; limit: number; offset?: number },
): Promise<RankedMemory[]> {
  const isForeign = sql`coalesce(not ${isSameProject(sql`p.project`, sql`g.project`)}, false)`;
  const order = sql`p.is_foreign, n.closeness, m.importance_score desc, m.created_at desc, m.id`;
  return readMemories(db, workspaceId, {
    extra: rank,
    expressions: sql`given as materialized (
      select lower(${path}::text) path, ${nullable(project ?? null, 'text')} project),
      anchored as materialized (
        select a.memory_id, array_agg(stands.path) paths
        from given g cross join memory_anchors a cross join lateral (select coalesce(a.now_path, a.path) path) stands
        where a.workspace_id = ${uuid(workspaceId)}
          and (strpos(lower(stands.path), g.path) > 0 or strpos(g.path, lower(stands.path)) > 0)
        group by a.memory_id)`,
    picked: sql`select m.id, (row_number() over (order by ${order}))::int place,
        ${rank.json} extra
      from memories m cross join given g left join anchored a on a.memory_id = m.id
      cross join lateral (
        select round((${score({ importance: sql`m.importance_score` })})::numeric, 6) score, 'keyword' match_type) r
      cross join lateral (
        select min(case when lower(f) = g.path then 0 when lower(f) like '%/' || s.pattern then 1
          when g.path like '%/' || s.stored then 1 when strpos(lower(f), g.path) > 0 then 2 end) closeness
        from unnest(m.source_files || coalesce(a.paths, '{}')) f
        cross join lateral (
          select ${likeLiteral('g.path')} pattern, ${likeLiteral('lower(f)')} stored) s
        -- Without it patterns would be made of every path of the workspace.
        where strpos(lower(f), g.path) > 0 or strpos(g.path, lower(f)) > 0) n
      cross join lateral (select ${isForeign} is_foreign from (select ${projectOfMemory} project) p) p
      where m.workspace_id = ${uuid(workspaceId)} and n.closeness is not null
      order by ${order} limit ${limit}::int offset ${offset}::int`,
  });
}

/** An expression as the literal part of a LIKE pattern: `_` is common in paths. */
const likeLiteral = (expression: string) =>
  sql.raw(`regexp_replace(${expression}, '([\\\\%_])', '\\\\\\1', 'g')`);

/** Memories stored since a time, the newest first. */
export async function listRecentMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { since, limit, offset = 0 }: { since: Date; limit: number; offset?: number },
): Promise<MemoryRow[]> {
  const listed = await readMemories(db, workspaceId, {
    picked: sql`select m.id, (row_number() over (order by m.created_at desc, m.id desc))::int place, null::json extra
      from memories m where m.workspace_id = ${uuid(workspaceId)} and m.created_at >= ${timestamp(since)}
      order by m.created_at desc, m.id desc limit ${limit}::int offset ${offset}::int`,
  });
  return listed.map(({ memory }) => memory);
}

/** Counts of workspace `w`. */
const insight = row({
  memories: col.json<Record<string, number>>()`coalesce((
    select json_object_agg(memory_type, n) from (
      select memory_type, count(*) n from memories where workspace_id = w.id group by memory_type) t), '{}')`,
  relationships: col.json<Record<string, number>>()`coalesce((
    select json_object_agg(relationship_type, n) from (
      select relationship_type, count(*) n from relationships where workspace_id = w.id
      group by relationship_type) t), '{}')`,
  pending_observations: col.int`(
    select count(*) from observations where workspace_id = w.id and processed_at is null)`,
  last_memory_added_at: col.timestamp
    .orNull`(select max(created_at) from memories where workspace_id = w.id)`,
  last_discovery_run_at: col.timestamp.orNull`(
    select max(discovered_at) from memory_counters where workspace_id = w.id)`,
});
export type Insight = RowOf<typeof insight>;

export async function readInsight(db: Database, workspaceId: WorkspaceId): Promise<Insight> {
  const [read] = await query(db, insight)`select ${insight.columns} from (select ${uuid(workspaceId)} id) w`;
  if (!read) throw new Error('A statement that always has one row had none.');
  return read;
}

const memoryTitle = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`m.title`,
  memory_type: col.memoryType`m.memory_type`,
  code: col.text.orNull`g.reason`,
});
export function listMemoryTitles(
  db: Database,
  workspaceId: WorkspaceId,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<RowOf<typeof memoryTitle>[]> {
  return query(db, memoryTitle)`select ${memoryTitle.columns} from (
        select * from memories m where m.workspace_id = ${uuid(workspaceId)}
        order by m.importance_score desc, m.created_at desc, m.id limit ${limit}::int offset ${offset}::int) m
      ${lookUpAny(
        'memory_grounds',
        'g',
        sql`g.workspace_id = m.workspace_id and g.memory_id = m.id
          and g.verdict in ('moved', 'changed', 'gone', 'obsolete')`,
      )}
      order by m.importance_score desc, m.created_at desc, m.id`;
}
