import { ServiceError } from '@memory/core';
import { takeTurnsWith, type AuthenticatedMember, type Workspace } from '@memory/db';
import type { EndpointEvent } from './endpoint-context.ts';
import { readProject } from './read-project.ts';

/**
 * Notes who calls, in turns with its own workspace from here on.
 * @returns the workspace, with the project that the caller works in
 * @throws rate_limited where its rate is used up, or its workspace has too many calls under way; validation_failed
 */
export function admitCaller(
  event: EndpointEvent,
  { workspace: found, scope, retryAfterSeconds }: AuthenticatedMember,
): Workspace {
  const { state } = event;
  const workspace = { ...found, project: readProject(event) };
  state.workspace = workspace;
  takeTurnsWith(workspace.id);
  state.scope = scope;
  if (retryAfterSeconds > 0)
    throw new ServiceError('rate_limited', `Rate limit exceeded; try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    });
  state.endCall = state.services.workspaceCalls.begin(workspace.id);
  if (!state.endCall)
    throw new ServiceError(
      'rate_limited',
      'Too many calls of this workspace are under way; wait for some to end.',
      { retryAfterSeconds: 1 },
    );
  return workspace;
}
