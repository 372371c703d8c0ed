import { sql } from 'drizzle-orm';
import type { RateClass, Scope } from '@memory/contracts';
import { queryRows, type Database } from '../database.ts';
import { REPEATABLE } from '../drivers/repeatable.ts';
import {
  presentWorkspace,
  WORKSPACE_COLUMNS,
  type Workspace,
  type WorkspaceRow,
} from '../workspaces/workspace.ts';

/** A leaky bucket: `perMinute` in the long run, `burst` at once. */
export interface Rate {
  perMinute: number;
  burst: number;
}

/** `relationship` counts per workspace and beside the key's `write`. */
export type Rates = Record<RateClass, Rate>;

export interface AuthenticatedKey {
  keyId: string;
  scope: Scope;
  workspace: Workspace;
  /** Seconds to wait; 0 when the call is within its rate. */
  retryAfterSeconds: number;
}

interface KeyRow extends WorkspaceRow {
  key_id: string;
  scope: Scope;
  wait: number;
}

const KEY_BUCKETS = {
  read: 'read_tat',
  write: 'write_tat',
  relationship: 'write_tat',
  observation: 'observation_tat',
} as const;

/**
 * Resolves a key, takes one call from its rate and reads what the request must know of the workspace, in one statement.
 * The rates are GCRA buckets: a bucket is the time at which it would be empty, and a call that would push it further
 * ahead than its burst is refused and charges nothing. Where the answer is lost on its way, a call may be charged twice.
 * @returns undefined for a key that is unknown, revoked or expired
 */
export async function authenticateKey(
  db: Database,
  { keyHash, rateClass, rates }: { keyHash: string; rateClass: RateClass; rates: Rates },
): Promise<AuthenticatedKey | undefined> {
  const column = sql.raw(KEY_BUCKETS[rateClass]);
  const own = rates[rateClass === 'relationship' ? 'write' : rateClass];
  const shared = rates.relationship;
  const perWorkspace = rateClass === 'relationship';
  const [row] = await queryRows<KeyRow>(
    db,
    sql`${sql.raw(REPEATABLE)} with key as materialized (
        select workspace_id, id, scope, greatest(${column}, now()) + ${interval(own)} as own_tat
        from api_keys where key_hash = ${keyHash}::text and revoked_at is null and (expires_at is null or expires_at > now())
        for update),
      shared as materialized (
        select w.id, greatest(w.relationship_tat, now()) + ${interval(shared)} as shared_tat
        from workspaces w where ${perWorkspace}::bool and w.id = (select workspace_id from key)
        for update),
      wait as materialized (
        select greatest(
          extract(epoch from own_tat - now() - ${interval(own)} * ${own.burst}::float8),
          (select extract(epoch from shared_tat - now() - ${interval(shared)} * ${shared.burst}::float8) from shared),
          0)::float8 seconds from key),
      charged as (
        update api_keys k set last_used_at = now(),
          ${column} = case when wait.seconds = 0 then key.own_tat else k.${column} end
        from key, wait where k.workspace_id = key.workspace_id and k.id = key.id),
      charged_workspace as (
        update workspaces w set relationship_tat = shared.shared_tat
        from shared, wait where w.id = shared.id and wait.seconds = 0)
      select key.id::text key_id, key.scope, wait.seconds wait, ${WORKSPACE_COLUMNS}
      from key cross join wait join workspaces w on w.id = key.workspace_id
      left join workspace_statistics s on s.workspace_id = key.workspace_id`,
  );
  if (!row) return undefined;
  return {
    keyId: row.key_id,
    scope: row.scope,
    retryAfterSeconds: Math.ceil(row.wait),
    workspace: presentWorkspace(row),
  };
}

/** What one call takes. */
export const interval = ({ perMinute }: Rate) => sql`interval '1 second' * ${60 / perMinute}::float8`;
