import type { ApiKey, CreatedKey, CreateKeyBody } from '@memory/contracts';
import {
  insertKey,
  listKeys as listKeyRows,
  revokeKey as revokeKeyRow,
  type KeyRow,
  type Workspace,
} from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { presentTimestamp } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { apiKeyPrefix, createApiKey, hashApiKey } from './api-key.ts';

/**
 * Makes a key of the workspace; the secret is in this answer and nowhere else.
 * @param key default: a random one
 */
export async function createKey(
  { db, clock, ids, settings }: Pick<Services, 'db' | 'clock' | 'ids' | 'settings'>,
  workspace: Pick<Workspace, 'id'>,
  { name, scope, expires_at, key = createApiKey(settings.keyEnvironment) }: CreateKeyBody & { key?: string },
): Promise<CreatedKey> {
  const row = await insertKey(db, workspace.id, {
    id: ids.uuid(),
    name,
    scope,
    keyHash: hashApiKey(key),
    prefix: apiKeyPrefix(key),
    createdAt: clock(),
    expiresAt: expires_at === null ? null : new Date(expires_at),
  });
  if (!row) throw new ServiceError('not_found', `Workspace ${workspace.id} was not found.`);
  return { ...presentKey(row), key };
}

export async function listKeys({ db }: Pick<Services, 'db'>, workspace: Workspace): Promise<ApiKey[]> {
  return (await listKeyRows(db, workspace.id)).map(presentKey);
}

/** Revokes a key at once. @throws not_found; conflict for the last admin key that works */
export async function revokeKey(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  { id }: { id: string },
): Promise<void> {
  const outcome = isUuid(id) ? await revokeKeyRow(db, workspace.id, { id, at: clock() }) : 'not_found';
  if (outcome === 'not_found') throw new ServiceError('not_found', `Key ${id} was not found.`);
  if (outcome === 'last_admin')
    throw new ServiceError(
      'conflict',
      `Key ${id} is the last admin key of its workspace; create another before you revoke it.`,
    );
}

function presentKey(row: KeyRow): ApiKey {
  const optional = (timestamp: string | null) => (timestamp === null ? null : presentTimestamp(timestamp));
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    prefix: row.prefix,
    created_at: presentTimestamp(row.created_at),
    expires_at: optional(row.expires_at),
    last_used_at: optional(row.last_used_at),
    revoked_at: optional(row.revoked_at),
  };
}
