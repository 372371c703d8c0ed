import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { lookUpAny } from '../look-up.ts';
import { namedMemories } from '../memories/memory-ref.ts';
import type { MemoryRow } from '../memories/memory-row.ts';
import { readMemories } from '../memories/read-memories.ts';
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
});

export interface MemoryToAnchor {
  memory: MemoryRow;
  around: RowOf<typeof around>;
}

/**
 * Memories, of all or of some, whose text no anchors were made from, the newest first. Those for which none was found come again when another
 * repository is indexed, and young ones with the next index: it may be the first that has what they speak of. None where no
 * code is indexed.
 */
export async function listMemoriesToAnchor(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, limit }: { ids: readonly string[] | null; limit: number },
): Promise<MemoryToAnchor[]> {
  const found = await readMemories(db, workspaceId, {
    plannedOnce: ids !== null,
    extra: around,
    expressions: sql`indexed as materialized (
        select max(r.created_at) at, max(r.updated_at) last from code_repositories r
        where r.workspace_id = ${uuid(workspaceId)}),
      unanchored as materialized (
        select m.* from indexed i cross join lateral (
          select m.* from ${
            ids ? namedMemories(workspaceId, { ids }) : sql`memories m`
          } where m.workspace_id = ${uuid(workspaceId)} and i.at is not null and not exists (
            select from memory_grounds g where g.workspace_id = m.workspace_id and g.memory_id = m.id
              and g.revision = m.revision and (g.verdict <> 'unknown' or g.anchored_at >= i.at
                and (g.anchored_at >= i.last or (m.created_at < i.last - interval '1 day' and not exists (
                  select from memory_anchors a where a.workspace_id = g.workspace_id and a.memory_id = g.memory_id
                    and a.body_hash is null)))))
          order by m.created_at desc, m.id limit ${limit}::int) m)`,
    picked: sql`select m.id, (row_number() over (order by m.created_at desc, m.id))::int place, ${around.json} extra
      from unanchored m`,
  });
  return found.map(({ memory, extra }) => ({ memory, around: extra }));
}
