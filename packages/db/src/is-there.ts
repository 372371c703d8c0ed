import { sql, type SQL } from 'drizzle-orm';
import { query, type Database } from './database.ts';
import { PLANNED_ONCE } from './drivers/planned-once.ts';
import { col, row } from './row.ts';

export async function isThere(db: Database, of: SQL): Promise<boolean> {
  const found = row({ found: col.bool`exists (${of})` });
  const [answer] = await query(db, found)`select ${found.columns} ${sql.raw(PLANNED_ONCE)}`;
  return answer?.found ?? false;
}

/** The id alone, of whatever the statement is about. */
export const idRow = row({ id: col.uuid`id` });

/** The workspace alone. */
export const workspaceIdRow = row({ id: col.workspaceId`workspace_id` });
