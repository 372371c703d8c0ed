import { namedMemories } from '../memories/memory-row.ts';
import { sql, type SQL } from 'drizzle-orm';
import { lookUp, lookUpAny } from '../look-up.ts';
import { branchState } from '../branches/branches.ts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { isDeclared, isWithdrawn } from '../relationships/holds-no-more.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject, projectOfMemory } from '../same-project.ts';
import { nullable, uuid, idKeys } from '../sql-values.ts';

/** The other memory of an open pair. */
const versionIn = (alias: string) => {
  const of = (name: string): SQL => sql.raw(`${alias}.${name}`);
  return row({
    id: col.uuid`${of('id')}`,
    memory_id: col.text`${of('memory_id')}`,
    title: col.text`left(${of('title')}, 200)`,
    created_at: col.timestamp`${of('created_at')}`,
    /** The ground of the pair, in words; null where a model says that they contradict. */
    subject: col.text.orNull`${of('context')}`,
  });
};
const newer = versionIn('n');
const older = versionIn('o');

const standing = row({
  id: col.uuid`m.id`,
  author: col.text.orNull`m.author`,
  project: col.text.orNull`p.project`,
  /** Whether it is of another project than the caller's; false where either is unknown. */
  is_foreign: col.bool`coalesce(not ${isSameProject(sql`p.project`, sql`g.project`)}, false)`,
  branch: col.text.orNull`m.branch`,
  /** State of its branch, as far as somebody who stands in the repository has said. */
  branch_state: col.oneOf('open', 'merged', 'abandoned')
    .orNull`case when m.branch is not null then ${branchState(sql`p.project`)} end`,
  commit: col.text.orNull`m.commit_id`,
  /** Somebody said that it does not hold. */
  is_withdrawn: col.bool`w.is_withdrawn`,
  /** How it stands to the code that it is about, in one clause; null where it is about none. */
  code: col.text.orNull`u.reason`,
  code_verdict: col.oneOf('current', 'moved', 'changed', 'gone', 'unknown', 'obsolete').orNull`u.verdict`,
  /** A later one on the same subject, of which perhaps only one holds. */
  newer: col.json<RowOf<typeof newer>>().orNull`case when n.id is not null then ${newer.json} end`,
  older: col.json<RowOf<typeof older>>().orNull`case when o.id is not null then ${older.json} end`,
  twin: col.uuid.orNull`l.id`,
});
export type Standing = RowOf<typeof standing>;

export interface StandingOptions {
  ids: readonly string[];
  /** That the caller works in. */
  project: string | undefined;
  /** Whether each counts as retrieved, by a search that shows it. */
  counts?: boolean;
}

/** Where memories come from, and whether they may no longer hold; in one statement, in no particular order. */
export async function readStanding(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, project, counts = false }: StandingOptions,
): Promise<Standing[]> {
  if (ids.length === 0) return [];
  const workspace = uuid(workspaceId);
  return query(db, standing)`${counts ? counting(workspace, ids) : sql``}
      select ${standing.columns} from ${namedMemories(workspaceId, { ids })} cross join (select ${nullable(project ?? null, 'text')} project) g
      cross join lateral (select ${projectOfMemory} project) p
      ${lookUpAny('memory_grounds', 'u', sql`u.workspace_id = m.workspace_id and u.memory_id = m.id`)}
      cross join lateral (
        select ${isWithdrawn(workspace, sql`m.id`)} or coalesce(u.verdict = 'obsolete', false) is_withdrawn) w
      left join lateral (${otherVersion(workspace, sql`x.created_at > m.created_at`)}) n on true
      left join lateral (${otherVersion(workspace, sql`x.created_at < m.created_at`)}) o on true
      left join lateral (
        select target_id id from relationships where workspace_id = ${workspace} and source_id = m.id and ${TWIN}
        union all
        select source_id from relationships where workspace_id = ${workspace} and target_id = m.id and ${TWIN}
        limit 1) l on true ${sql.raw(PLANNED_ONCE)}`;
}

/** Locked in one order: two searches that find the same memories must not wait for each other in a circle. */
const counting = (workspace: SQL, ids: readonly string[]): SQL => sql`with shown as materialized (
    select c.memory_id from ${idKeys(ids, 'k')} join memory_counters c on c.workspace_id = ${workspace} and c.memory_id = k.id
    order by c.memory_id for update of c),
  counted as (
    update memory_counters c set retrieval_count = c.retrieval_count + 1 from shown f
    where c.workspace_id = ${workspace} and c.memory_id = f.memory_id)`;

/** Of memory `m` the newest of some others in an open pair with it. Where somebody declared how two memories stand to each other nothing is guessed. */
const otherVersion = (workspace: SQL, isMeant: SQL): SQL => sql`
    select x.id, x.memory_id, x.title, x.created_at, p.context
    from (
      select source_id id, context from relationships where workspace_id = ${workspace} and target_id = m.id and ${OPEN}
      union
      select target_id, context from relationships where workspace_id = ${workspace} and source_id = m.id and ${OPEN}) p
    ${lookUp('memories', 'x', sql`x.workspace_id = ${workspace} and x.id = p.id`)}
    where ${isMeant} and not ${isWithdrawn(workspace, sql`x.id`)}
      and not ${isDeclared(workspace, sql`x.id`, sql`m.id`)}
    order by x.created_at desc, x.id limit 1`;

const TWIN = sql.raw(
  `relationship_type = 'similar_to' and discovery_method in ('file_overlap', 'concept_overlap')`,
);

const OPEN = sql.raw(`relationship_type = 'contradicts' and discovery_method <> 'manual'`);
