import { sql } from 'drizzle-orm';
import { query, type Database } from '../database.ts';
import { col, row } from '../row.ts';

const latest = row({ name: col.text.orNull`max(name)` });

/** Name of the latest migration. */
export async function readSchemaVersion(db: Database): Promise<string> {
  const [migration] = await query(db, latest, sql`select ${latest.columns} from schema_migrations`);
  return migration?.name ?? '';
}
