import { codePointCount, LIMITS, PROJECT_HEADER } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { takeTurnsWith, type AuthenticatedMember, type Workspace } from '@memory/db';
import { redactValue } from '@memory/redact';
import type { EndpointEvent } from './endpoint-context.ts';

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

/**
 * The project that the caller works in.
 * @returns undefined where it names none
 * @throws validation_failed
 */
function readProject({ headers }: EndpointEvent): string | undefined {
  const given = headers[PROJECT_HEADER];
  if (given === undefined) return undefined;
  const name = decoded(given)?.trim();
  if (name === undefined || name.includes('\u0000') || codePointCount(name) > LIMITS.labelLength)
    throw new ServiceError(
      'validation_failed',
      `X-Project should be a percent-encoded name of at most ${LIMITS.labelLength} characters.`,
    );
  return name === '' ? undefined : redactValue(name).value;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
