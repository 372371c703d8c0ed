import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKey, CreatedKey, CreateKeyBody, Scope } from '@memory/contracts';
import {
  insertKey,
  listKeys as listKeyRows,
  revokeKey as revokeKeyRow,
  type Workspace,
  deleteMembership,
  listMemberships as listMembershipRows,
  upsertMembership,
  type Membership,
} from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { withMoments } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** Makes a key of the workspace; the secret is in this answer and nowhere else. @param key default: a random one */
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
  return { ...withMoments(row), key };
}

export async function listKeys({ db }: Pick<Services, 'db'>, workspace: Workspace): Promise<ApiKey[]> {
  return (await listKeyRows(db, workspace.id)).map(withMoments);
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

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^wm_(?:live|test)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`, 'u');

/** Characters of a key that are kept in the clear, to tell keys apart. */
const PREFIX_LENGTH = 'wm_live_'.length + 4;

/** 62^32 possibilities: about 190 bits, so a plain hash of it cannot be searched. */
export function createApiKey(environment: 'live' | 'test'): string {
  return keyOf(environment, randomText(SECRET_LENGTH));
}

/** The one key that belongs to a secret and a purpose: whoever keeps the secret need not keep the key. */
export function deriveApiKey(
  environment: 'live' | 'test',
  { secret, purpose }: { secret: string; purpose: string },
): string {
  // 31 of 32 bytes are used in the mean; that of 128 fewer than 32 are does not happen.
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 4 * SECRET_LENGTH));
  return keyOf(environment, textOf(bytes).slice(0, SECRET_LENGTH));
}

function keyOf(environment: 'live' | 'test', text: string): string {
  const secret = `wm_${environment}_${text}`;
  return secret + checksum(secret);
}

/** The checksum finds a mistyped or cut key without asking the database. */
export function isWellFormedApiKey(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)));
}

export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const apiKeyPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH);

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) text += textOf(randomBytes(length));
  return text.slice(0, length);
}

/** Bytes past the last whole multiple of 62 are thrown away, so that every character is equally likely. */
const textOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 248 ? ALPHABET[byte % 62] : '')).join('');

interface Login {
  issuer: string;
  subject: string;
}

export async function addMembership(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  { issuer, subject, scope }: Login & { scope: Scope },
): Promise<Login & { workspace_id: string; scope: Scope }> {
  await upsertMembership(db, workspace.id, { issuer, subject, scope, createdAt: clock() });
  return { workspace_id: workspace.id, issuer, subject, scope };
}

export async function listMemberships(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
): Promise<{ memberships: Membership[] }> {
  return { memberships: (await listMembershipRows(db, workspace.id)).map(withMoments) };
}

/** Shuts a login out at once. @throws not_found */
export async function removeMembership(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  login: Login,
): Promise<{ removed: true }> {
  if (!(await deleteMembership(db, workspace.id, login)))
    throw new ServiceError(
      'not_found',
      `Login ${login.subject} is not a member of workspace ${workspace.id}.`,
    );
  return { removed: true };
}
