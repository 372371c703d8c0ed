import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

export interface ApplicationRole {
  /** Letters and underscores. */
  name: string;
  password: string;
  /** Longest time that one of its statements may take: what its caller has given up is not to run on. */
  statementLimitMs: number;
}

/**
 * Makes a role that reads and writes rows, or gives it this password, and grants it all tables, those that later
 * migrations of the same owner make included. It owns nothing, so it cannot change the schema.
 */
export async function grantApplicationRole(
  db: Database,
  { name, password, statementLimitMs }: ApplicationRole,
): Promise<void> {
  if (!/^[a-z_]+$/u.test(name)) throw new Error('The name of the application role is not a plain word.');
  const role = sql.identifier(name);
  const known = `select 1 from pg_roles where rolname = '${name}'`;
  await db.execute(
    sql.raw(`do $$ begin if not exists (${known}) then create role ${name} login; end if; end $$`),
  );
  // The verifier instead of the password: the server's log may hold statements.
  await db.execute(sql`alter role ${role} login password ${sql.raw(`'${scramVerifier(password)}'`)}`);
  // Set for the role, not for a session: each call of the Data API may be a session of its own, which begins with this.
  await db.execute(sql.raw(`alter role ${name} set statement_timeout = ${Math.ceil(statementLimitMs)}`));
  await db.execute(sql`grant usage on schema public to ${role}`);
  await db.execute(sql`grant select, insert, update, delete on all tables in schema public to ${role}`);
  await db.execute(sql`grant usage, select on all sequences in schema public to ${role}`);
  await db.execute(
    sql`alter default privileges in schema public grant select, insert, update, delete on tables to ${role}`,
  );
  await db.execute(
    sql`alter default privileges in schema public grant usage, select on sequences to ${role}`,
  );
}

/** PostgreSQL's form of a password (RFC 5802, section 3, and RFC 7677): from it the password cannot be read. */
function scramVerifier(password: string, salt = randomBytes(16), iterations = 4_096): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}
