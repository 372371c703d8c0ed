import { sql, type SQL } from 'drizzle-orm';
import type { RateClass, Scope } from '@memory/contracts';
import { queryRows, type Database } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { callerWrites, isShared } from '../drivers/embedded.ts';
import { REPEATABLE } from '../drivers/repeatable.ts';
import { describeDatabaseFailure } from '../errors.ts';
import { TogetherBy } from '../together.ts';
import {
  asWorkspace,
  WORKSPACE_COLUMNS,
  type Workspace,
  type WorkspaceRow,
} from '../workspaces/workspace.ts';
import {
  type CallLeases,
  bucketTime,
  callsGranted,
  callsLeft,
  charged,
  waitSeconds,
  type Charge,
  type Rates,
} from './call-leases.ts';

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
  granted: number;
  wait: number;
}

const KEY_BUCKETS = {
  read: 'read_tat',
  write: 'write_tat',
  relationship: 'write_tat',
  observation: 'observation_tat',
} as const;

interface FoundKey extends KeyRow {
  /** It may be said again for so long: at most until the key expires. */
  lives_ms: number;
}

interface Call {
  keyHash: string;
  rateClass: RateClass;
  rates: Rates;
}

/**
 * Resolves a key, takes one call from its rate and reads what the request must know of the workspace, in one statement.
 * Nine of ten calls are leased and that statement only reads; `last_used_at` is as of the last lease. A call that does not
 * fit is refused and charges nothing. Where the answer is lost on its way, a call may be charged twice.
 * @returns undefined for a key that is unknown, revoked or expired
 */
export async function authenticateKey(
  db: Database,
  { leases, ...call }: Call & { leases: CallLeases },
): Promise<AuthenticatedKey | undefined> {
  const { keyHash, rateClass, rates } = call;
  const ask = async (charge: Charge | undefined) => {
    if (!charge) return lookUp(db, keyHash);
    const [row] = await queryRows<KeyRow>(db)`${chargeCall(call, charge)}`;
    return row;
  };
  // The bucket of a workspace is shared by its keys, so that what one process leased for one of them would be missing to others.
  const row =
    rateClass === 'relationship' && !isShared(db)
      ? await ask({ calls: 1, aheadSeconds: 0 })
      : await leases.take(`key ${keyHash} ${rateClass}`, rates[rateClass], ask);
  if (!row) return undefined;
  return {
    keyId: row.key_id,
    scope: row.scope,
    retryAfterSeconds: Math.ceil(row.wait),
    workspace: asWorkspace(row),
  };
}

const IS_VALID = sql`revoked_at is null and (expires_at is null or expires_at > now())`;

/** Calls looked up at once. */
const MOST = 100;

const lookUpsOf = new WeakMap<Database, TogetherBy<string, undefined, FoundKey | undefined>>();
const knownOf = new WeakMap<Database, Map<string, { row: FoundKey; writes: number; until: number }>>();

/** Looks a key up, or says again what was found within the last second: as long as no statement has changed any of it. */
async function lookUp(db: Database, keyHash: string): Promise<FoundKey | undefined> {
  const writes = callerWrites(db);
  if (writes === undefined) return lookUpTogether(db, keyHash);
  const known = knownOf.get(db) ?? new Map<string, { row: FoundKey; writes: number; until: number }>();
  knownOf.set(db, known);
  const now = performance.now();
  const last = known.get(keyHash);
  if (last?.writes === writes && now < last.until) return last.row;
  known.delete(keyHash);
  const row = await lookUpTogether(db, keyHash);
  if (row) known.set(keyHash, { row, writes, until: now + row.lives_ms });
  return row;
}

/** Calls of one key that wait for the one connection that all share are looked up together, after the last of them came. */
async function lookUpTogether(db: Database, keyHash: string): Promise<FoundKey | undefined> {
  if (!isShared(db)) return (await queryRows<FoundKey>(db)`${lookedUp(keyHash)}`)[0];
  const ask = async (hash: string, calls: number) => {
    const [row] = await queryRows<FoundKey>(db)`${lookedUp(hash)}`;
    return Array.from({ length: calls }, () => row);
  };
  const lookUps =
    lookUpsOf.get(db) ??
    new TogetherBy((hash: string) => ({
      most: MOST,
      work: (calls) => ask(hash, calls.length),
      // A limit of time is that of the first caller.
      isOfOne: (error) => describeDatabaseFailure(error).sqlState === '57014',
    }));
  lookUpsOf.set(db, lookUps);
  return lookUps.do(keyHash, undefined);
}

const lookedUp = (keyHash: string): SQL => sql`
  select k.id::text key_id, k.name author, k.scope, 1 granted, 0::float8 wait,
    least(1000, 1000 * extract(epoch from k.expires_at - clock_timestamp()))::float8 lives_ms, ${WORKSPACE_COLUMNS}
  from api_keys k join workspaces w on w.id = k.workspace_id
  left join workspace_statistics s on s.workspace_id = k.workspace_id
  where k.key_hash = ${keyHash}::text and ${IS_VALID} ${sql.raw(PLANNED_ONCE)}`;

function chargeCall({ keyHash, rateClass, rates }: Call, charge: Charge): SQL {
  const column = sql.raw(KEY_BUCKETS[rateClass]);
  const perWorkspace = rateClass === 'relationship';
  const own = rates[perWorkspace ? 'write' : rateClass];
  const shared = rates.relationship;
  const [ownTime, sharedTime, granted] = [sql`key.time`, sql`shared.time`, sql`fit.granted`];
  // A lease is ahead by as many calls in either bucket.
  const ownCharge = perWorkspace
    ? { ...charge, aheadSeconds: (charge.aheadSeconds * shared.perMinute) / own.perMinute }
    : charge;
  const left = sql`least(${callsLeft(ownTime, own)}, (select ${callsLeft(sharedTime, shared)} from shared))`;
  return sql`${sql.raw(REPEATABLE)} with key as materialized (
      select workspace_id, id, name, scope, ${bucketTime(column, own, ownCharge)} as time
      from api_keys where key_hash = ${keyHash}::text and ${IS_VALID} for update),
    shared as materialized (
      select w.id, ${bucketTime(sql`w.relationship_tat`, shared, charge)} as time
      from workspaces w where ${perWorkspace}::bool and w.id = (select workspace_id from key) for update),
    fit as materialized (
      select ${callsGranted(left, charge)} granted, greatest(${waitSeconds(ownTime, own)},
        (select ${waitSeconds(sharedTime, shared)} from shared))::float8 wait from key),
    charged as (
      update api_keys k set last_used_at = now(), ${column} = ${charged(ownTime, granted, own)},
        calls = counted_calls(k.calls, fit.granted)
      from key, fit where k.workspace_id = key.workspace_id and k.id = key.id and fit.granted > 0),
    charged_workspace as (
      update workspaces w set relationship_tat = ${charged(sharedTime, granted, shared)}
      from shared, fit where w.id = shared.id and fit.granted > 0)
    select key.id::text key_id, key.name author, key.scope, fit.granted, fit.wait, ${WORKSPACE_COLUMNS}
    from key cross join fit join workspaces w on w.id = key.workspace_id
    left join workspace_statistics s on s.workspace_id = key.workspace_id ${sql.raw(PLANNED_ONCE)}`;
}
