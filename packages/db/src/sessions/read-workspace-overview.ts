import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { joinCounters } from '../graph/graph-pages.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';

/** Topics, concepts and files are counted in so many of the latest memories: what is current, at a bounded cost. */
const RECENT = sql.raw('1000');

const named = row({ name: col.text`f.name`, count: col.int`f.n` });
export type Named = RowOf<typeof named>;

const headline = row({
  title: col.text`left(l.title, 200)`,
  /** ISO 8601 date. */
  date: col.text`to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD')`,
});
export type Headline = RowOf<typeof headline>;

/** The latest of a type, without superseded ones. */
const latest = (workspace: SQL, type: 'decision' | 'incident') => col.listOf(headline)`(
  select coalesce(json_agg(${headline.json} order by l.created_at desc, l.id), '[]')
  from (
    select m.id, m.title, m.created_at from memories m
    where m.workspace_id = ${workspace} and m.memory_type = ${type}::text and not exists (
      select from relationships r where r.workspace_id = ${workspace} and r.target_id = m.id
        and r.relationship_type = 'supersedes')
    order by m.created_at desc, m.id limit 3) l)`;

/** The most frequent names, the first among equals. */
const most = (from: SQL, { least, limit }: { least: number; limit: number }) => col.listOf(named)`(
  select coalesce(json_agg(${named.json} order by f.n desc, f.name), '[]')
  from (
    select left(name, 200) name, count(*) n from ${from} where name is not null
    group by 1 having count(*) >= ${least}::int order by n desc, 1 limit ${limit}::int) f)`;

/** Subjects of a workspace; equals are ordered by name, so that the same content reads the same. */
const workspaceOverview = (workspace: SQL) =>
  row({
    memories: col.int`(select coalesce(sum(n), 0) from typed)`,
    sessions: col.int`(select count(*) from sessions s where s.workspace_id = ${workspace})`,
    /** The most frequent first. */
    types: col.listOf(named)`(
      select coalesce(json_agg(${named.json} order by f.n desc, f.name), '[]') from typed f)`,
    topics: most(sql`(select community_label name from recent) r`, { least: 1, limit: 5 }),
    /** Concepts of the recent memories that at least two of them name. */
    concepts: most(sql`recent r cross join lateral unnest(r.concepts) name`, { least: 2, limit: 6 }),
    /** Files of the recent memories that at least two of them name. */
    files: most(sql`recent r cross join lateral unnest(r.source_files) name`, { least: 2, limit: 5 }),
    decisions: latest(workspace, 'decision'),
    incidents: latest(workspace, 'incident'),
  });
export type WorkspaceOverview = RowOf<ReturnType<typeof workspaceOverview>>;

export async function readWorkspaceOverview(
  db: Database,
  workspaceId: WorkspaceId,
): Promise<WorkspaceOverview> {
  const workspace = uuid(workspaceId);
  const overview = workspaceOverview(workspace);
  const [read] = await query(db, overview)`with typed as materialized (
        select m.memory_type name, count(*)::int n from memories m where m.workspace_id = ${workspace} group by 1),
      recent as materialized (
        select m.concepts, m.source_files, c.community_label
        from (
          select id, workspace_id, concepts, source_files from memories where workspace_id = ${workspace}
          order by created_at desc, id limit ${RECENT}) m
        ${joinCounters})
      select ${overview.columns}`;
  if (!read) throw new Error('A statement that always has one row had none.');
  return read;
}
