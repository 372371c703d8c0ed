import type { Scope } from '@memory/contracts';
import {
  deleteMembership,
  listMemberships as listMembershipRows,
  upsertMembership,
  type Membership,
  type Workspace,
} from '@memory/db';
import { presentTimestamp } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

interface Login {
  issuer: string;
  subject: string;
}

/** Lets a login of an OAuth provider into the workspace; a login that is in gets the new scope. */
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
  const rows = await listMembershipRows(db, workspace.id);
  return {
    memberships: rows.map((row) => ({
      ...row,
      created_at: presentTimestamp(row.created_at),
      last_used_at: row.last_used_at === null ? null : presentTimestamp(row.last_used_at),
    })),
  };
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
