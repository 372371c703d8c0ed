import { sql } from 'drizzle-orm';
import type { Scope } from '@memory/contracts';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { timestamp, uuid } from '../sql-values.ts';

export interface Membership {
  workspace_id: string;
  issuer: string;
  subject: string;
  scope: Scope;
  created_at: string;
  last_used_at: string | null;
}

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
  await db.execute(
    sql`insert into memberships (workspace_id, issuer, subject, scope, created_at)
      values (${uuid(workspaceId)}, ${issuer}::text, ${subject}::text, ${scope}::text, ${timestamp(createdAt)})
      on conflict (workspace_id, issuer, subject) do update set scope = excluded.scope`,
  );
}

/** The members of the workspace by issuer and subject, at most 1,000. */
export async function listMemberships(db: Database, workspaceId: WorkspaceId): Promise<Membership[]> {
  const rows = await queryRows<{ body: string }>(
    db,
    sql`select json_build_object('workspace_id', workspace_id, 'issuer', issuer, 'subject', subject, 'scope', scope,
        'created_at', created_at, 'last_used_at', last_used_at)::text body
      from memberships where workspace_id = ${uuid(workspaceId)} order by issuer, subject limit 1000`,
  );
  return rows.map(({ body }) => JSON.parse(body) as Membership);
}

/** @returns whether there was one */
export async function deleteMembership(
  db: Database,
  workspaceId: WorkspaceId,
  { issuer, subject }: Login,
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`delete from memberships where workspace_id = ${uuid(workspaceId)} and issuer = ${issuer}::text
      and subject = ${subject}::text returning subject`,
  );
  return rows.length > 0;
}
