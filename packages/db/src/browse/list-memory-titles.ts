import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

export interface MemoryTitle {
  id: string;
  memory_id: string;
  title: string;
  memory_type: string;
}

/** Titles and types, the most important memories first, then the newest. */
export function listMemoryTitles(
  db: Database,
  workspaceId: WorkspaceId,
  { limit }: { limit: number },
): Promise<MemoryTitle[]> {
  return queryRows(
    db,
    sql`select m.id::text id, m.memory_id, m.title, m.memory_type from memories m
      where m.workspace_id = ${uuid(workspaceId)}
      order by m.importance_score desc, m.created_at desc, m.id limit ${limit}::int`,
  );
}
