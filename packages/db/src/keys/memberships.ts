import { SCOPES, type Scope } from '@memory/contracts';
import { execute, query, queryRows, type Database, type WorkspaceId } from '../database.ts';
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
  await execute(db)`insert into memberships (workspace_id, issuer, subject, scope, created_at)
      values (${uuid(workspaceId)}, ${issuer}::text, ${subject}::text, ${scope}::text, ${timestamp(createdAt)})
      on conflict (workspace_id, issuer, subject) do update set scope = excluded.scope`;
}

/** The members of the workspace by issuer and subject, at most 1,000. */
export async function listMemberships(db: Database, workspaceId: WorkspaceId): Promise<Membership[]> {
  return query(db, membership)`select ${membership.columns}
      from memberships where workspace_id = ${uuid(workspaceId)} 
      order by memberships.issuer, memberships.subject limit 1000`;
}

export async function deleteMembership(
  db: Database,
  workspaceId: WorkspaceId,
  { issuer, subject }: Login,
): Promise<boolean> {
  const deleted = await execute(db)`
    delete from memberships where workspace_id = ${uuid(workspaceId)} and issuer = ${issuer}::text
      and subject = ${subject}::text returning subject`;
  return deleted > 0;
}

/** The workspaces that a login belongs to, by name, with what it may do in each; at most 1,000. */
export async function listWorkspacesOf(
  db: Database,
  { issuer, subject }: Login,
): Promise<{ id: string; name: string; memories: number; scope: Scope }[]> {
  const rows = await queryRows<{ body: string }>(db)`
    select json_build_object('id', w.id, 'name', w.name, 'scope', m.scope,
        'memories', (select count(*) from memories held where held.workspace_id = w.id))::text body
      from memberships m join workspaces w on w.id = m.workspace_id
      where m.issuer = ${issuer}::text and m.subject = ${subject}::text order by w.name limit 1000`;
  return rows.map(
    ({ body }) => JSON.parse(body) as { id: string; name: string; memories: number; scope: Scope },
  );
}
