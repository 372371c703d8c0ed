import { sql } from 'drizzle-orm';
import { queryRows, type Database } from '../database.ts';

/** Name of the latest migration. */
export async function readSchemaVersion(db: Database): Promise<string> {
  const [row] = await queryRows<{ name: string }>(db, sql`select max(name) as name from schema_migrations`);
  return row?.name ?? '';
}
