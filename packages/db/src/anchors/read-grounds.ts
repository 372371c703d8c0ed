import { sql } from 'drizzle-orm';
import { branchState } from '../branches/branches.ts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { lookUp, lookUpAny } from '../look-up.ts';
import { namedMemories, type NamedMemories } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { anchorColumns } from './anchors-to-judge.ts';
import { projectOfMemory } from '../same-project.ts';

const anchor = row({
  repository: col.text`r.name`,
  path: col.text`a.path`,
  name: col.text`a.name`,
  kind: col.oneOf('symbol', 'file')`a.kind`,
  reason: col.oneOf('named', 'edited', 'file')`a.reason`,
  verdict: col.oneOf('current', 'moved', 'changed', 'gone', 'unknown')`a.verdict`,
  now_path: col.text.orNull`a.now_path`,
  now_name: col.text.orNull`a.now_name`,
  commit_id: col.text.orNull`a.commit_id`,
  grounded_at: col.timestamp`a.grounded_at`,
});

const ground = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  verdict: col.oneOf('current', 'moved', 'changed', 'gone', 'unknown', 'obsolete').orNull`g.verdict`,
  code: col.text.orNull`g.reason`,
  judged_at: col.timestamp.orNull`g.judged_at`,
  branch: col.text.orNull`m.branch`,
  branch_state: col.oneOf('open', 'merged', 'abandoned')
    .orNull`case when m.branch is not null then ${branchState(projectOfMemory)} end`,
  anchors: col.listOf(anchor)`(
    select coalesce(json_agg(${anchor.json} order by a.path, a.name), '[]') from memory_anchors a
    join code_repositories r on r.workspace_id = a.workspace_id and r.id = a.repository_id
    where a.workspace_id = g.workspace_id and a.memory_id = g.memory_id)`,
});
export type MemoryGroundRow = RowOf<typeof ground>;

/** How some memories, named by either identifier, stand to their code, with what ties them to it; those that are about none, and of no branch, are left out. */
export function readGrounds(
  db: Database,
  workspaceId: WorkspaceId,
  named: NamedMemories,
): Promise<MemoryGroundRow[]> {
  return query(db, ground)`select ${ground.columns} from ${namedMemories(workspaceId, named)}
      ${lookUpAny('memory_grounds', 'g', sql`g.workspace_id = m.workspace_id and g.memory_id = m.id and g.reason is not null`)}
      where (g.memory_id is not null or m.branch is not null) ${sql.raw(PLANNED_ONCE)}`;
}

const shownAnchor = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  repository: col.text`r.name`,
  origin: col.text.orNull`r.origin`,
  ...anchorColumns,
  said_at: col.timestamp
    .orNull`case when a.source = 'index' and g.grounded_revision is distinct from m.revision then coalesce(m.updated_at, m.created_at) end`,
  part: col.text.orNull`a.part`,
  indexed_at: col.timestamp`r.updated_at`,
  // While files were written that nothing was judged by yet, no file says what the verdict says.
  content_hash: col.text.orNull`case when r.unresolved_since is null then f.content_hash end`,
});

/** Ties of some memories, named by either identifier; none of those that somebody settled as obsolete. */
export function listShownAnchors(
  db: Database,
  workspaceId: WorkspaceId,
  named: NamedMemories,
): Promise<RowOf<typeof shownAnchor>[]> {
  return query(db, shownAnchor)`select ${shownAnchor.columns} from ${namedMemories(workspaceId, named)}
      ${lookUp(
        'memory_grounds',
        'g',
        sql`g.workspace_id = m.workspace_id and g.memory_id = m.id and g.verdict <> 'obsolete'`,
      )}
      ${lookUp('memory_anchors', 'a', sql`a.workspace_id = m.workspace_id and a.memory_id = m.id`)}
      join code_repositories r on r.workspace_id = a.workspace_id and r.id = a.repository_id
      ${lookUpAny(
        'code_files',
        'f',
        sql`f.workspace_id = a.workspace_id and f.repository_id = a.repository_id
          and f.path = coalesce(a.now_path, a.path)`,
      )}
      order by m.id, a.path, a.name`;
}
