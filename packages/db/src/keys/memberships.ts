import { sql } from 'drizzle-orm';
import { SCOPES, type Scope } from '@memory/contracts';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { timestamp, uuid } from '../sql-values.ts';

const membership = row({
  workspace_id: col.workspaceId`workspace_id`,
  issuer: col.text`issuer`,
  subject: col.text`subject`,
  scope: col.oneOf(...SCOPES)`scope`,
  created_at: col.timestamp`created_at`,
  last_used_at: col.timestamp.orNull`last_used_at`,
});
export type Membership = RowOf<typeof membership>;

interface Login {
  issuer: string;
  subject: string;
}

/** Gives a login a scope in the workspace, in place of the one it has. */
export async function upsertMembership(
  db: Database,
  workspaceId: WorkspaceId,
  { issuer, subject, scope, createdAt }: Login & { scope: Scope; createdAt: Date },
): Promise<void> {
  await execute(
    db,
    sql`insert into memberships (workspace_id, issuer, subject, scope, created_at)
      values (${uuid(workspaceId)}, ${issuer}::text, ${subject}::text, ${scope}::text, ${timestamp(createdAt)})
      on conflict (workspace_id, issuer, subject) do update set scope = excluded.scope`,
  );
}

/** The members of the workspace by issuer and subject, at most 1,000. */
export async function listMemberships(db: Database, workspaceId: WorkspaceId): Promise<Membership[]> {
  return query(
    db,
    membership,
    sql`select ${membership.columns}
      from memberships where workspace_id = ${uuid(workspaceId)} 
      order by memberships.issuer, memberships.subject limit 1000`,
  );
}

/** @returns whether there was one */
export async function deleteMembership(
  db: Database,
  workspaceId: WorkspaceId,
  { issuer, subject }: Login,
): Promise<boolean> {
  const deleted = await execute(
    db,
    sql`delete from memberships where workspace_id = ${uuid(workspaceId)} and issuer = ${issuer}::text
      and subject = ${subject}::text returning subject`,
  );
  return deleted > 0;
}
