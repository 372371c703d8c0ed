import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

export interface Named {
  name: string;
  count: number;
}

export interface Headline {
  title: string;
  /** ISO 8601 date. */
  date: string;
}

/** What a workspace is about; equals are ordered by name, so that the same content reads the same. */
export interface WorkspaceOverview {
  memories: number;
  sessions: number;
  /** The most frequent first. */
  types: Named[];
  /** Communities of the graph among the recent memories. */
  topics: Named[];
  /** Concepts of the recent memories that at least two of them name. */
  concepts: Named[];
  /** Files of the recent memories that at least two of them name. */
  files: Named[];
  /** The latest first, without superseded ones. */
  decisions: Headline[];
  incidents: Headline[];
}

/** Topics, concepts and files are counted in so many of the latest memories: what is current, at a bounded cost. */
const RECENT = sql.raw('1000');

/** Reads the overview of a workspace in one statement. */
export async function readWorkspaceOverview(
  db: Database,
  workspaceId: WorkspaceId,
): Promise<WorkspaceOverview> {
  const workspace = uuid(workspaceId);
  const latest = (type: 'decision' | 'incident') => sql`(
    select coalesce(json_agg(json_build_object('title', left(l.title, 200),
        'date', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD')) order by l.created_at desc, l.id), '[]')
    from (select m.id, m.title, m.created_at from memories m
      where m.workspace_id = ${workspace} and m.memory_type = ${type}::text and not exists (
        select from relationships r where r.workspace_id = ${workspace} and r.target_id = m.id
          and r.relationship_type = 'supersedes')
      order by m.created_at desc, m.id limit 3) l)`;
  const most = (from: ReturnType<typeof sql>, least: number, limit: number) => sql`(
    select coalesce(json_agg(json_build_object('name', f.name, 'count', f.n) order by f.n desc, f.name), '[]')
    from (select left(name, 200) name, count(*) n from ${from} where name is not null group by 1
      having count(*) >= ${least}::int order by n desc, 1 limit ${limit}::int) f)`;
  const [row] = await queryRows<{ body: string }>(
    db,
    sql`with typed as materialized (
        select m.memory_type name, count(*)::int n from memories m where m.workspace_id = ${workspace} group by 1),
      recent as materialized (
        select m.concepts, m.source_files, m.community_label from memories m where m.workspace_id = ${workspace}
        order by m.created_at desc, m.id limit ${RECENT})
      select json_build_object(
        'memories', (select coalesce(sum(n), 0)::int from typed),
        'sessions', (select count(*)::int from sessions s where s.workspace_id = ${workspace}),
        'types', (select coalesce(json_agg(json_build_object('name', name, 'count', n) order by n desc, name), '[]') from typed),
        'topics', ${most(sql`(select community_label name from recent) r`, 1, 5)},
        'concepts', ${most(sql`recent r cross join lateral unnest(r.concepts) name`, 2, 6)},
        'files', ${most(sql`recent r cross join lateral unnest(r.source_files) name`, 2, 5)},
        'decisions', ${latest('decision')},
        'incidents', ${latest('incident')})::text body`,
  );
  if (!row) throw new Error('The overview was not returned.');
  return JSON.parse(row.body) as WorkspaceOverview;
}
