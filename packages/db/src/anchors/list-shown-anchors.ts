import { lookUp, lookUpAny } from '../look-up.ts';
import { namedMemories, type NamedMemories } from '../memories/memory-ref.ts';
import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';

const shownAnchor = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  repository: col.text`r.name`,
  origin: col.text.orNull`r.origin`,
  path: col.text`a.path`,
  name: col.text`a.name`,
  kind: col.oneOf('symbol', 'file')`a.kind`,
  reason: col.oneOf('named', 'edited', 'file')`a.reason`,
  signature_hash: col.text.orNull`a.signature_hash`,
  body_hash: col.text.orNull`a.body_hash`,
  value: col.text.orNull`a.value`,
  commit_id: col.text.orNull`a.commit_id`,
  grounded_at: col.timestamp`a.grounded_at`,
  said_at: col.timestamp
    .orNull`case when a.source = 'index' and g.grounded_revision is distinct from m.revision then coalesce(m.updated_at, m.created_at) end`,
  verdict: col.oneOf('current', 'moved', 'changed', 'gone', 'unknown')`a.verdict`,
  now_path: col.text.orNull`a.now_path`,
  now_name: col.text.orNull`a.now_name`,
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
  return query(
    db,
    shownAnchor,
    sql`select ${shownAnchor.columns} from ${namedMemories(workspaceId, named)}
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
      order by m.id, a.path, a.name`,
  );
}
