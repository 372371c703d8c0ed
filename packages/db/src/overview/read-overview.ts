import { sql } from 'drizzle-orm';
import type { MemoryIdForm, WorkspaceOverview } from '@memory/contracts';
import { branchState } from '../branches/branches.ts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { lookUpAny } from '../look-up.ts';
import { namedMemories } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { BEGINNING } from '../sessions/session-row.ts';
import { projectOfMemory } from '../same-project.ts';
import { timestamp, uuid } from '../sql-values.ts';

const SHOWN = sql.raw('8');

/** Memories whose neighbours say how good the vectors are, and those that they are looked for among. */
const JUDGED = sql.raw('60');
const AMONG = sql.raw('600');

const overview = (form: MemoryIdForm) =>
  row({
    learnt: col.json<
      { name: string | null; count: number }[]
    >()`(select coalesce(json_agg(json_build_object('name', author, 'count', n) order by n desc), '[]')
      from (select ${personOf} author, sum(m.n)::int n from (
          select workspace_id, source_session_id, author, count(*) n from memories
          where workspace_id = w.id and created_at >= w.since group by 1, 2, 3) m ${sessionOfMemory}
        group by 1 order by n desc limit ${SHOWN}) a)`,
    helped: col.json<WorkspaceOverview['helped']>()`(select coalesce(json_agg(body), '[]') from (
      select (${listedMemory(form).json})::jsonb || jsonb_build_object('useful', f.useful, 'context', left(f.context, 300),
        'said_at', f.created_at) body
      from feedback f join memories m on m.workspace_id = f.workspace_id and m.id = f.memory_id
      where f.workspace_id = w.id and f.created_at >= w.since order by f.created_at desc limit ${SHOWN}) h)`,
    agents: col.json<
      WorkspaceOverview['agents']
    >()`(select coalesce(json_agg(a order by a.last_seen_at desc), '[]') from (
      select coalesce(s.metadata_json ->> 'agent', s.metadata_json ->> 'client', 'unknown') agent,
        count(*) filter (where s.last_sign_of_life >= w.since)::int sessions, max(s.last_sign_of_life) last_seen_at,
        (array_agg(s.project_name order by s.last_sign_of_life desc))[1] project,
        coalesce(array_agg(distinct s.user_email) filter (where s.user_email is not null), '{}') people
      from sessions s where s.workspace_id = w.id group by 1) a)`,
    memories: col.int`(select count(*) from memories where workspace_id = w.id)`,
    sessions: col.int`(select count(*) from sessions where workspace_id = w.id)`,
    documents: col.int`(select count(*) from documents where workspace_id = w.id)`,
    symbols: col.int`(select count(*) from code_symbols where workspace_id = w.id)`,
    model: col.text.orNull`(select model from workspace_statistics where workspace_id = w.id)`,
    next_model: col.text.orNull`(select next_model from workspace_statistics where workspace_id = w.id)`,
    has_semantic_index: col.bool`coalesce((select has_semantic_index from workspace_statistics where workspace_id = w.id), false)`,
    embedded: col.int`(select count(*) from memory_embeddings e join workspace_statistics s
      on s.workspace_id = e.workspace_id and s.model = e.model where e.workspace_id = w.id)`,
    refused: col.int`(select count(*) from embedding_refusals where workspace_id = w.id)`,
    closeness: col.json<{ judged: number; nearest: number | null; chance: number | null }>()`(
      with kept as materialized (
        select m.id, m.created_at, m.source_session_id, e.embedding,
          array(select unnest(m.tags) union select unnest(m.concepts) union select unnest(m.source_files)) marks
        from memories m join workspace_statistics s on s.workspace_id = m.workspace_id
        join memory_embeddings e on e.workspace_id = m.workspace_id and e.memory_id = m.id and e.model = s.model
        where m.workspace_id = w.id and cardinality(m.tags) + cardinality(m.concepts) + cardinality(m.source_files) > 0
        order by m.created_at desc, m.id limit ${AMONG}),
      judged as (select * from kept order by md5(id::text) limit ${JUDGED})
      select json_build_object('judged', count(*)::int, 'nearest', avg(n.shares::int), 'chance', avg(c.share))
      from judged j
      cross join lateral (select k.marks && j.marks shares from kept k where k.id <> j.id
        order by k.embedding <#> j.embedding limit 1) n
      cross join lateral (select avg((k.marks && j.marks)::int) share from kept k where k.id <> j.id) c)`,
  });
export type Overview = RowOf<ReturnType<typeof overview>>;

/** Content of a workspace, its authors, its callers, and how it is embedded; in one statement. */
export async function readOverview(
  db: Database,
  workspaceId: WorkspaceId,
  { since, form }: { since: Date; form: MemoryIdForm },
): Promise<Overview> {
  const columns = overview(form);
  const [read] = await query(db, columns)`
    select ${columns.columns} from (select ${uuid(workspaceId)} id, ${timestamp(since)} since) w`;
  if (!read) throw new Error('A statement that always has one row had none.');
  return read;
}

const usage = row({
  name: col.text`k.name`,
  kind: col.oneOf('key', 'login')`k.kind`,
  /** By UTC day. */
  calls: col.json<Record<string, number>>()`k.calls`,
  last_used_at: col.timestamp.orNull`k.last_used_at`,
});

export function listUsage(db: Database, workspaceId: WorkspaceId): Promise<RowOf<typeof usage>[]> {
  return query(db, usage)`select ${usage.columns} from (
        select name, 'key' kind, calls, last_used_at from api_keys where workspace_id = ${uuid(workspaceId)}
        union all
        select subject, 'login', calls, last_used_at from memberships where workspace_id = ${uuid(workspaceId)}) k
      where k.calls <> '{}' order by k.last_used_at desc nulls last limit 100`;
}

/** The person behind memory `m`: the address in its session `s`, else the key or login that stored it. */
const personOf = sql.raw('coalesce(s.user_email, m.author)');

/** Joins the session `s` that memory `m` was drawn from or stored in. */
const sessionOfMemory = lookUpAny(
  'sessions',
  's',
  sql`s.workspace_id = m.workspace_id and s.session_id = m.source_session_id`,
);

const described = row({
  id: col.uuid`m.id`,
  person: col.text.orNull`${personOf}`,
  project: col.text.orNull`p.project`,
  branch: col.text.orNull`m.branch`,
  branch_state: col.oneOf('open', 'merged', 'abandoned')
    .orNull`case when m.branch is not null then ${branchState(sql`p.project`)} end`,
  code: col.text.orNull`case when u.verdict <> 'current' then u.reason end`,
  document: col.json<{ id: string; title: string; place: number; count: number }>()
    .orNull`(select json_build_object('id', d.id, 'title', d.title, 'place', t.ordinal + 1, 'count', d.section_count)
      from document_sections t join documents d on d.workspace_id = t.workspace_id and d.id = t.document_id
      where t.workspace_id = m.workspace_id and t.memory_id = m.id)`,
});

/** Fields that a list of memories shows beside their texts; in no particular order. */
export const listDescribedMemories = (
  db: Database,
  workspaceId: WorkspaceId,
  { ids }: { ids: readonly string[] },
): Promise<RowOf<typeof described>[]> =>
  query(db, described)`
    select ${described.columns} from ${namedMemories(workspaceId, { ids })} ${sessionOfMemory}
      cross join lateral (select ${projectOfMemory} project) p
      left join memory_grounds u on u.workspace_id = m.workspace_id and u.memory_id = m.id`;

const act = row({
  id: col.uuid`o.id`,
  session_id: col.text`s.session_id`,
  agent: col.text`coalesce(s.metadata_json ->> 'agent', s.metadata_json ->> 'client', 'an agent')`,
  person: col.text.orNull`s.user_email`,
  project: col.text`s.project_name`,
  kind: col.text.orNull`o.kind`,
  tool: col.text.orNull`o.tool_name`,
  files: col.textList`o.files`,
  text: col.text`left(o.content, ${BEGINNING})`,
  occurred_at: col.timestamp`o.occurred_at`,
});

/** The last acts of agents in the sessions that are under way, the latest first. */
export const listLatestActs = (
  db: Database,
  workspaceId: WorkspaceId,
  { limit }: { limit: number },
): Promise<RowOf<typeof act>[]> =>
  query(db, act)`select ${act.columns} from (
        select * from sessions where workspace_id = ${uuid(workspaceId)} and is_active
        order by last_sign_of_life desc limit ${limit}::int) s
      cross join lateral (select * from observations x where x.workspace_id = s.workspace_id and x.session_row_id = s.id and x.kind is distinct from 'injection'
        order by x.occurred_at desc, x.id desc limit ${limit}::int) o
      order by o.occurred_at desc, o.id desc limit ${limit}::int`;

/** Memory `m`, as much of it as a list shows, named as the deployment names memories. */
export const listedMemory = (form: MemoryIdForm) =>
  row({
    memory: col.text`${sql.raw(form === 'A' ? 'm.id::text' : 'm.memory_id')}`,
    title: col.text`left(m.title, 300)`,
    memory_type: col.memoryType`m.memory_type`,
    created_at: col.timestamp`m.created_at`,
  });
export type ListedMemory = RowOf<ReturnType<typeof listedMemory>>;
