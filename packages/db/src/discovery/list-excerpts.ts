import { namedMemories } from '../memories/memory-ref.ts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';

/** Enough of memory `m` to judge what it has to do with another. */
const excerpt = row({
  id: col.uuid`m.id`,
  title: col.text`m.title`,
  memory_type: col.text`m.memory_type`,
  /** The first 600 characters of the narrative. */
  excerpt: col.text`left(m.narrative, 600)`,
  content_digest: col.text`m.content_digest`,
  created_at: col.timestamp`m.created_at`,
});
export type Excerpt = RowOf<typeof excerpt>;

/** Excerpts of memories in no particular order; those that are gone are not among them. */
export async function listExcerpts(
  db: Database,
  workspaceId: WorkspaceId,
  { ids }: { ids: readonly string[] },
): Promise<Excerpt[]> {
  return query(db, excerpt)`select ${excerpt.columns} from ${namedMemories(workspaceId, { ids })}`;
}
