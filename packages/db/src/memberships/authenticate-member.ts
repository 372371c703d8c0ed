import { sql } from 'drizzle-orm';
import type { RateClass, Scope } from '@memory/contracts';
import { queryRows, type Database } from '../database.ts';
import { REPEATABLE } from '../drivers/repeatable.ts';
import { interval, type Rates } from '../keys/authenticate-key.ts';
import { nullable } from '../sql-values.ts';
import {
  presentWorkspace,
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

export interface MemberLookup {
  /** Workspaces that the login belongs to. */
  memberships: number;
  /** Undefined when the workspace is not one of them, or none is named and there are several. */
  member: AuthenticatedMember | undefined;
}

export interface MemberOptions {
  issuer: string;
  subject: string;
  /** As the caller wrote it; null means the only one there is. */
  workspaceId: string | null;
  rateClass: RateClass;
  rates: Rates;
}

interface MemberRow extends Omit<WorkspaceRow, 'workspace_id'> {
  memberships: number;
  workspace_id: string | null;
  scope: Scope;
  wait: number;
}

/**
 * Resolves a login to one of its workspaces and takes one call from its rate there, in one statement; the buckets are
 * those of `authenticateKey`. The tools write no relationships and no observations, so those rates do not apply.
 */
export async function authenticateMember(
  db: Database,
  { issuer, subject, workspaceId, rateClass, rates }: MemberOptions,
): Promise<MemberLookup> {
  const isRead = rateClass === 'read';
  const column = sql.raw(isRead ? 'read_tat' : 'write_tat');
  const rate = isRead ? rates.read : rates.write;
  const [row] = await queryRows<MemberRow>(
    db,
    sql`${sql.raw(REPEATABLE)} with mine as materialized (
        select workspace_id from memberships where issuer = ${issuer}::text and subject = ${subject}::text),
      named as materialized (
        select case when count(*) = 1 then min(workspace_id::text) end only_one, count(*)::int memberships from mine),
      member as materialized (
        select workspace_id, scope, greatest(${column}, now()) + ${interval(rate)} own_tat from memberships
        where issuer = ${issuer}::text and subject = ${subject}::text and workspace_id::text
          = lower(coalesce(${nullable(workspaceId, 'text')}, (select only_one from named)))
        for update),
      wait as materialized (
        select greatest(extract(epoch from own_tat - now() - ${interval(rate)} * ${rate.burst}::float8), 0)::float8 seconds
        from member),
      charged as (
        update memberships m set last_used_at = now(),
          ${column} = case when wait.seconds = 0 then member.own_tat else m.${column} end
        from member, wait
        where m.workspace_id = member.workspace_id and m.issuer = ${issuer}::text and m.subject = ${subject}::text)
      select named.memberships, member.scope, wait.seconds wait, ${WORKSPACE_COLUMNS}
      from named left join member on true left join wait on true left join workspaces w on w.id = member.workspace_id
      left join workspace_statistics s on s.workspace_id = w.id`,
  );
  if (!row) return { memberships: 0, member: undefined };
  const { workspace_id } = row;
  if (workspace_id === null) return { memberships: row.memberships, member: undefined };
  const workspace = presentWorkspace({ ...row, workspace_id });
  const member = { scope: row.scope, retryAfterSeconds: Math.ceil(row.wait), workspace };
  return { memberships: row.memberships, member };
}
