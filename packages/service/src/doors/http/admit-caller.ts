import { codePointCount, FIRST_KEY, LIMITS, PERSON_HEADER, PROJECT_HEADER } from '@memory/contracts';
import { isWellFormedApiKey, ServiceError } from '@memory/core';
import { takeTurnsWith, type AuthenticatedMember, type Workspace } from '@memory/db';
import { redactValue } from '@memory/redact';
import type { EndpointEvent } from './endpoint-context.ts';

/**
 * Notes who calls, in turns with its own workspace from here on.
 * @returns the workspace, with the person and the project of the caller
 * @throws rate_limited where its rate is used up, or its workspace has too many calls under way; validation_failed
 */
export function admitCaller(
  event: EndpointEvent,
  { workspace: found, scope, retryAfterSeconds }: AuthenticatedMember,
): Workspace {
  const { state } = event;
  const workspace = { ...found, author: readAuthor(event, found), project: readName(event, PROJECT_HEADER) };
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

/** A login is a person by itself; a key is of whom its caller names, and the first one of a workspace of nobody. */
function readAuthor(event: EndpointEvent, { author }: Workspace): string | null {
  const [, secret = ''] = event.headers['authorization']?.split(' ') ?? [];
  if (!isWellFormedApiKey(secret)) return author;
  return readName(event, PERSON_HEADER) ?? (author === FIRST_KEY ? null : author);
}

/** @returns undefined where the header names nothing @throws validation_failed */
function readName({ headers }: EndpointEvent, header: string): string | undefined {
  const given = headers[header];
  if (given === undefined) return undefined;
  const name = decoded(given)?.trim();
  if (name === undefined || name.includes('\u0000') || codePointCount(name) > LIMITS.labelLength)
    throw new ServiceError(
      'validation_failed',
      `${header} should be a percent-encoded name of at most ${LIMITS.labelLength} characters.`,
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
