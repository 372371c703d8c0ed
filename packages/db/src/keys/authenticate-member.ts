import { sql, type SQL } from 'drizzle-orm';
import type { RateClass, Scope } from '@memory/contracts';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { REPEATABLE } from '../drivers/repeatable.ts';
import {
  type CallLeases,
  bucketTime,
  callsGranted,
  callsLeft,
  charged,
  waitSeconds,
  type Charge,
  type Rate,
  type Rates,
} from './call-leases.ts';
import { nullable } from '../sql-values.ts';
import {
  asWorkspace,
  WORKSPACE_COLUMNS,
  type Workspace,
  type WorkspaceRow,
} from '../workspaces/workspace.ts';

export interface AuthenticatedMember {
  scope: Scope;
  workspace: Workspace;
  /** Seconds to wait; 0 when the call is within its rate. */
  retryAfterSeconds: number;
}

interface MemberLookup {
  memberships: number;
  /** Undefined when the workspace is not one of them, or none is named and there are several. */
  member: AuthenticatedMember | undefined;
}

interface Login {
  issuer: string;
  subject: string;
  /** As the caller wrote it; null means the only one there is. */
  workspaceId: string | null;
}

interface MemberOptions extends Login {
  rateClass: RateClass;
  rates: Rates;
  leases: CallLeases;
}

interface MemberRow extends Omit<WorkspaceRow, 'workspace_id'> {
  memberships: number;
  workspace_id: WorkspaceId | null;
  scope: Scope;
  granted: number;
  wait: number;
}

/**
 * Resolves a login to one of its workspaces and takes one call from its rate there, in one statement; the buckets are
 * those of `authenticateKey`; relationships and observations count as writes here.
 */
export async function authenticateMember(
  db: Database,
  { rateClass, rates, leases, ...login }: MemberOptions,
): Promise<MemberLookup> {
  const bucket = rateClass === 'read' ? 'read' : 'write';
  const rate = rates[bucket];
  const name = JSON.stringify(['member', login.issuer, login.subject, login.workspaceId, bucket]);
  const row = await leases.take(name, rate, async (charge) => {
    const statement = charge
      ? chargeCall(login, { column: sql.raw(`${bucket}_tat`), rate, charge })
      : lookUp(login);
    const [found] = await queryRows<MemberRow>(db)`${statement}`;
    return found;
  });
  if (!row) return { memberships: 0, member: undefined };
  const { workspace_id } = row;
  if (workspace_id === null) return { memberships: row.memberships, member: undefined };
  const workspace = asWorkspace({ ...row, workspace_id, author: login.subject });
  const member = { scope: row.scope, retryAfterSeconds: Math.ceil(row.wait), workspace };
  return { memberships: row.memberships, member };
}

const isMine = ({ issuer, subject }: Login): SQL =>
  sql`issuer = ${issuer}::text and subject = ${subject}::text`;

const memberships = (login: Login, columns: SQL, lock: SQL): SQL => sql`
  mine as materialized (select workspace_id from memberships where ${isMine(login)}),
  named as materialized (
    select case when count(*) = 1 then min(workspace_id::text) end only_one, count(*)::int memberships from mine),
  member as materialized (
    select workspace_id, scope${columns} from memberships
    where ${isMine(login)} and workspace_id::text
      = lower(coalesce(${nullable(login.workspaceId, 'text')}, (select only_one from named)))${lock})`;

const lookUp = (login: Login): SQL => sql`
  with ${memberships(login, sql``, sql``)}
  select named.memberships, member.scope, 1 granted, 0::float8 wait, ${WORKSPACE_COLUMNS}
  from named left join member on true left join workspaces w on w.id = member.workspace_id
  left join workspace_statistics s on s.workspace_id = w.id`;

function chargeCall(
  login: Login,
  { column, rate, charge }: { column: SQL; rate: Rate; charge: Charge },
): SQL {
  const [time, granted] = [sql`member.time`, sql`fit.granted`];
  const mine = memberships(login, sql`, ${bucketTime(column, rate, charge)} as time`, sql` for update`);
  return sql`${sql.raw(REPEATABLE)} with ${mine},
    fit as materialized (
      select ${callsGranted(callsLeft(time, rate), charge)} granted, ${waitSeconds(time, rate)}::float8 wait
      from member),
    charged as (
      update memberships m set last_used_at = now(), ${column} = ${charged(time, granted, rate)},
        calls = counted_calls(m.calls, fit.granted)
      from member, fit where m.workspace_id = member.workspace_id and ${isMine(login)} and fit.granted > 0)
    select named.memberships, member.scope, coalesce(fit.granted, 1) granted, coalesce(fit.wait, 0) wait,
      ${WORKSPACE_COLUMNS}
    from named left join member on true left join fit on true left join workspaces w on w.id = member.workspace_id
    left join workspace_statistics s on s.workspace_id = w.id`;
}
