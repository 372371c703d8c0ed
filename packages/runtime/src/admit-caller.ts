import { ServiceError } from '@memory/core';
import { takeTurnsWith, type AuthenticatedMember } from '@memory/db';
import type { RequestState } from './endpoint-context.ts';

/**
 * Notes who calls, in turns with its own workspace from here on.
 * @throws rate_limited where its rate is used up, or its workspace has too many calls under way
 */
export function admitCaller(
  state: RequestState,
  { workspace, scope, retryAfterSeconds }: AuthenticatedMember,
): void {
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
}
