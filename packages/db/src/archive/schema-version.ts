import { sql } from 'drizzle-orm';
import { query, type Database } from '../database.ts';
import { isThere } from '../is-there.ts';
import { col, row } from '../row.ts';

const latest = row({ name: col.text.orNull`max(name)` });

export async function readSchemaVersion(db: Database): Promise<string> {
  const [migration] = await query(db, latest)`select ${latest.columns} from schema_migrations`;
  return migration?.name ?? '';
}

export async function hasMigration(db: Database, name: string): Promise<boolean> {
  return isThere(db, sql`select from schema_migrations where name = ${name}`);
}
