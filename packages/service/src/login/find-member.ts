import type { RateClass } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { authenticateMember, type AuthenticatedMember } from '@memory/db';
import type { EndpointEvent } from '../doors/http/endpoint-context.ts';

/**
 * The membership that a login means, with one call taken from its rate.
 * @param workspaceId as the caller wrote it; null: the only one there is
 * @returns why the workspace cannot be told, where it cannot: the tool server says so in the result of a tool
 */
export async function findMember(
  { state: { services } }: EndpointEvent,
  login: { issuer: string; subject: string },
  { workspaceId, rateClass }: { workspaceId: string | null; rateClass: RateClass },
): Promise<AuthenticatedMember | ServiceError> {
  const { db, rates, leases } = services;
  const { memberships, member } = await authenticateMember(db, {
    issuer: login.issuer,
    subject: login.subject,
    workspaceId,
    rateClass,
    rates,
    leases,
  });
  if (memberships === 0)
    return new ServiceError('no_workspace_membership', 'This login is a member of no workspace.');
  if (member) return member;
  return workspaceId === null
    ? new ServiceError(
        'workspace_not_specified',
        'This login belongs to several workspaces: name one by workspace_id, as an argument or in the address (/mcp?workspace_id=…), or in the header X-Workspace-Id.',
      )
    : foreignWorkspace(workspaceId);
}

/** The same for a workspace of others and for one that does not exist. */
export const foreignWorkspace = (id: string): ServiceError =>
  new ServiceError('invalid_workspace_id', `Workspace ${id} is not one of yours.`);
