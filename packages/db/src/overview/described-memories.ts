import { sql } from 'drizzle-orm';
import { branchState } from '../branches/branches.ts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { lookUpAny } from '../look-up.ts';
import { namedMemories } from '../memories/memory-ref.ts';
import { col, row, type RowOf } from '../row.ts';
import { projectOfMemory } from '../same-project.ts';
import { uuid } from '../sql-values.ts';

/** The person behind memory `m`: the address in its session `s`, else the key or login that stored it. */
export const personOf = sql.raw('coalesce(s.user_email, m.author)');

/** Joins the session `s` that memory `m` was drawn from or stored in. */
export const sessionOfMemory = lookUpAny(
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
  query(
    db,
    described,
    sql`select ${described.columns} from ${namedMemories(workspaceId, { ids })} ${sessionOfMemory}
      cross join lateral (select ${projectOfMemory} project) p
      left join memory_grounds u on u.workspace_id = m.workspace_id and u.memory_id = m.id`,
  );

const act = row({
  id: col.uuid`o.id`,
  session_id: col.text`s.session_id`,
  agent: col.text`coalesce(s.metadata_json ->> 'agent', s.metadata_json ->> 'client', 'an agent')`,
  person: col.text.orNull`s.user_email`,
  project: col.text`s.project_name`,
  kind: col.text.orNull`o.kind`,
  tool: col.text.orNull`o.tool_name`,
  files: col.textList`o.files`,
  text: col.text`left(o.content, 200)`,
  occurred_at: col.timestamp`o.occurred_at`,
});
export type AgentAct = RowOf<typeof act>;

/** The last acts of agents in the sessions that are under way, the latest first. */
export const listLatestActs = (
  db: Database,
  workspaceId: WorkspaceId,
  { limit }: { limit: number },
): Promise<AgentAct[]> =>
  query(
    db,
    act,
    sql`select ${act.columns} from (
        select * from sessions where workspace_id = ${uuid(workspaceId)} and is_active
        order by last_sign_of_life desc limit ${limit}::int) s
      cross join lateral (select * from observations x where x.workspace_id = s.workspace_id and x.session_row_id = s.id and x.kind is distinct from 'injection'
        order by x.occurred_at desc, x.id desc limit ${limit}::int) o
      order by o.occurred_at desc, o.id desc limit ${limit}::int`,
  );
