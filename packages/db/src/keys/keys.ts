import { sql } from 'drizzle-orm';
import { type Scope, SCOPES } from '@memory/contracts';
import { queryRows, type Database, type WorkspaceId, execute, query } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { timestamp, uuid } from '../sql-values.ts';

/** A key without its secret; timestamps are ISO 8601. */
export interface KeyRow {
  id: string;
  name: string;
  scope: Scope;
  prefix: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

interface NewKey {
  id: string;
  name: string;
  scope: Scope;
  /** SHA-256 of the secret, hexadecimal: a key is random enough to need no salt. */
  keyHash: string;
  prefix: string;
  expiresAt: Date | null;
  createdAt: Date;
}

const keyJson = sql.raw(`json_build_object('id', id, 'name', name, 'scope', scope, 'prefix', prefix,
  'created_at', created_at, 'expires_at', expires_at, 'last_used_at', last_used_at, 'revoked_at', revoked_at)::text`);

export async function insertKey(
  db: Database,
  workspaceId: WorkspaceId,
  key: NewKey,
): Promise<KeyRow | undefined> {
  const [row] = await queryRows<{ body: string }>(db)`
    insert into api_keys (workspace_id, id, name, scope, key_hash, prefix, created_at, expires_at)
      select w.id, ${uuid(key.id)}, ${key.name}::text, ${key.scope}::text, ${key.keyHash}::text, ${key.prefix}::text,
        ${timestamp(key.createdAt)}, ${timestamp(key.expiresAt)}
      from workspaces w where w.id = ${uuid(workspaceId)}
      returning ${keyJson} body`;
  return row && (JSON.parse(row.body) as KeyRow);
}

/** The keys of a workspace, revoked ones included, the oldest first; at most 1,000. */
export async function listKeys(db: Database, workspaceId: WorkspaceId): Promise<KeyRow[]> {
  const rows = await queryRows<{ body: string }>(db)`
    select ${keyJson} body from api_keys where workspace_id = ${uuid(workspaceId)} order by created_at, id
      limit 1000`;
  return rows.map(({ body }) => JSON.parse(body) as KeyRow);
}

/**
 * Revokes a key, unless it is the last admin key that works: then nobody could make another.
 * The keys of the workspace are locked first, so that of two admins revoking each other only one succeeds.
 */
export async function revokeKey(
  db: Database,
  workspaceId: WorkspaceId,
  { id, at }: { id: string; at: Date },
): Promise<'revoked' | 'not_found' | 'last_admin'> {
  const [row] = await queryRows<{ outcome: 'revoked' | 'not_found' | 'last_admin' }>(db)`
    with working as materialized (
        select k.id, k.scope from api_keys k
        where k.workspace_id = ${uuid(workspaceId)} and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now())
        order by k.id for update),
      target as materialized (
        select k.id, k.revoked_at, (exists (select 1 from working w where w.id = k.id and w.scope = 'admin')
          and not exists (select 1 from working w where w.id <> k.id and w.scope = 'admin')) is_last
        from api_keys k where k.workspace_id = ${uuid(workspaceId)} and k.id = ${uuid(id)}),
      revoked as (
        update api_keys k set revoked_at = coalesce(k.revoked_at, ${timestamp(at)})
        from target t where k.workspace_id = ${uuid(workspaceId)} and k.id = t.id and not t.is_last)
      select case when not exists (select 1 from target) then 'not_found'
        when (select is_last from target) then 'last_admin' else 'revoked' end outcome`;
  return row?.outcome ?? 'not_found';
}

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
