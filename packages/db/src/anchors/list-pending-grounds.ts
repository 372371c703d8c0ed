import { lookUpAny } from '../look-up.ts';
import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject, projectOfMemory } from '../same-project.ts';
import { uuid } from '../sql-values.ts';
import { editedInSession } from './edited-in-session.ts';

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
export type PendingGroundRow = RowOf<typeof pendingGround>;

/**
 * Memories that the history and the working tree of a repository were not asked about in their present text, the newest first:
 * those of its project, and those that the index ties to it. What somebody settled stays settled.
 */
export async function listPendingGrounds(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId, limit }: { repositoryId: string; limit: number },
): Promise<PendingGroundRow[]> {
  const workspace = uuid(workspaceId);
  return query(
    db,
    pendingGround,
    sql`select ${pendingGround.columns} from code_repositories r
      join memories m on m.workspace_id = r.workspace_id
      ${lookUpAny('memory_grounds', 'g', sql`g.workspace_id = m.workspace_id and g.memory_id = m.id`)}
      cross join lateral (select ${projectOfMemory} project) p
      where r.workspace_id = ${workspace} and r.id = ${uuid(repositoryId)}
        and g.grounded_revision is distinct from m.revision and coalesce(g.verdict <> 'obsolete', true)
        and not exists (
          select from memory_anchors a where a.workspace_id = m.workspace_id and a.memory_id = m.id
            and a.source = 'settled' and g.revision = m.revision)
        and (coalesce(${isSameProject(sql`p.project`, sql`r.origin`)}, false)
          or coalesce(${isSameProject(sql`p.project`, sql`r.name`)}, false)
          or exists (
            select from memory_anchors a where a.workspace_id = m.workspace_id and a.memory_id = m.id
              and a.repository_id = r.id))
      order by m.created_at desc, m.id limit ${limit}::int`,
  );
}
