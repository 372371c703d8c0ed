import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { idRow } from '../is-there.ts';
import { lookUpAny } from '../look-up.ts';
import { namedMemories, type MemoryRow, readMemories } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject, projectOfMemory } from '../same-project.ts';
import { uuid } from '../sql-values.ts';

/** Files that the session of memory `m` edited, as a list of JSON. */
const editedInSession = sql`(
    select coalesce(json_agg(distinct f.path), '[]') from (
      select unnest(o.files) path from sessions s
      join observations o on o.workspace_id = s.workspace_id and o.session_row_id = s.id and o.kind = 'edit'
      where s.workspace_id = m.workspace_id and s.session_id = m.source_session_id limit 100) f)`;

/** Of memory `m`, as much as it takes to tie it to code. */
const pendingGround = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  revision: col.int`m.revision`,
  title: col.text`m.title`,
  narrative: col.text`left(m.narrative, 16000)`,
  source_files: col.json<string[]>()`to_json(m.source_files)`,
  edited: col.json<string[]>()`${editedInSession}`,
  commit_id: col.text.orNull`m.commit_id`,
  branch: col.text.orNull`m.branch`,
  said_at: col.timestamp`coalesce(m.updated_at, m.created_at)`,
});
/**
 * Memories that the history and the working tree of a repository were not asked about in their present text, the newest first:
 * those of its project, and those that the index ties to it. What somebody settled stays settled.
 */
export async function listPendingGrounds(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId, limit }: { repositoryId: string; limit: number },
): Promise<RowOf<typeof pendingGround>[]> {
  return query(db, pendingGround)`select ${pendingGround.columns} from code_repositories r
      join memories m on m.workspace_id = r.workspace_id
      ${lookUpAny('memory_grounds', 'g', sql`g.workspace_id = m.workspace_id and g.memory_id = m.id`)}
      cross join lateral (select ${projectOfMemory} project) p
      where r.workspace_id = ${uuid(workspaceId)} and r.id = ${uuid(repositoryId)}
        and g.grounded_revision is distinct from m.revision and coalesce(g.verdict <> 'obsolete', true)
        and not exists (
          select from memory_anchors a where a.workspace_id = m.workspace_id and a.memory_id = m.id
            and a.source = 'settled' and g.revision = m.revision)
        and (coalesce(${isSameProject(sql`p.project`, sql`r.origin`)}, false)
          or coalesce(${isSameProject(sql`p.project`, sql`r.name`)}, false)
          or exists (
            select from memory_anchors a where a.workspace_id = m.workspace_id and a.memory_id = m.id
              and a.repository_id = r.id))
      order by m.created_at desc, m.id limit ${limit}::int`;
}

const around = row({
  commit_id: col.text.orNull`m.commit_id`,
  project: col.text.orNull`${projectOfMemory}`,
  /** Files that its session edited, where it names none itself. */
  edited: col.json<string[]>()`${editedInSession}`,
  /** Whether its session goes on, and may edit more. */
  is_open: col.bool`exists (
    select from sessions s where s.workspace_id = m.workspace_id and s.session_id = m.source_session_id and s.is_active)`,
});

export interface MemoryToAnchor {
  memory: MemoryRow;
  around: RowOf<typeof around>;
}

/**
 * Memories, the newest first, that files of a repository may speak to which were stored since its edges were resolved: those whose
 * text no anchors were made from, and of those without any code the ones that mention a name of these files, or whose session may
 * have edited them.
 */
export async function findMemoriesToAnchor(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId, limit }: { repositoryId: string; limit: number },
): Promise<string[]> {
  const workspace = uuid(workspaceId);
  // Conditions that no join can take the place of are hashed, whatever the planner thinks of the sizes.
  const found = await query(db, idRow)`with changed as materialized (
        select hashtext(lower(s.name)) name from code_files f
        join code_symbols s on s.workspace_id = f.workspace_id and s.file_id = f.id
        where f.workspace_id = ${workspace} and f.repository_id = ${uuid(repositoryId)}
          and f.resolved_revision < f.stored_revision),
      mentioning as materialized (
        select g.memory_id from memory_grounds g cross join unnest(g.mentions) n(name)
        where g.workspace_id = ${workspace} and g.verdict = 'unknown'
          and coalesce(n.name in (select name from changed), false))
      select m.id from memories m
      ${lookUpAny('memory_grounds', 'g', sql`g.workspace_id = m.workspace_id and g.memory_id = m.id`)}
      where m.workspace_id = ${workspace} and (g.revision is distinct from m.revision or g.verdict = 'unknown'
        and (g.mentions is null or coalesce(m.id in (select memory_id from mentioning), false)))
      order by m.created_at desc, m.id limit ${limit}::int`;
  return found.map(({ id }) => id);
}

/**
 * Some memories, the newest first, where any code is indexed.
 * @param options.isAgain also those whose text anchors were made from
 */
export async function listMemoriesToAnchor(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, isAgain }: { ids: readonly string[]; isAgain: boolean },
): Promise<MemoryToAnchor[]> {
  const found = await readMemories(db, workspaceId, {
    plannedOnce: true,
    extra: around,
    picked: sql`select m.id, (row_number() over (order by m.created_at desc, m.id))::int place, ${around.json} extra
      from ${namedMemories(workspaceId, { ids })}
      where exists (select from code_repositories r where r.workspace_id = ${uuid(workspaceId)})
        and (${isAgain}::bool or not exists (
          select from memory_grounds g where g.workspace_id = m.workspace_id and g.memory_id = m.id
            and g.revision = m.revision))`,
  });
  return found.map(({ memory, extra }) => ({ memory, around: extra }));
}
