import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** Enough of a memory to judge what it has to do with another. */
export interface Excerpt {
  id: string;
  title: string;
  memory_type: string;
  /** The first 600 characters of the narrative. */
  excerpt: string;
  content_digest: string;
  created_at: string;
}

/** Excerpts of memories in no particular order; those that are gone are not among them. */
export async function listExcerpts(
  db: Database,
  workspaceId: WorkspaceId,
  { ids }: { ids: readonly string[] },
): Promise<Excerpt[]> {
  const rows = await queryRows<{ body: string }>(
    db,
    sql`select json_build_object('id', m.id, 'title', m.title, 'memory_type', m.memory_type,
        'excerpt', left(m.narrative, 600), 'content_digest', m.content_digest, 'created_at', m.created_at)::text body
      from memories m where m.workspace_id = ${uuid(workspaceId)} and m.id = any(${uuidArray(ids)})`,
  );
  return rows.map(({ body }) => JSON.parse(body) as Excerpt);
}
