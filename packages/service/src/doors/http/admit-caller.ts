import type { MiddlewareObj } from '@middy/core';
import {
  codePointCount,
  FIRST_KEY,
  LIMITS,
  PERSON_HEADER,
  PROJECT_HEADER,
  type RateClass,
} from '@memory/contracts';
import { isWellFormedApiKey, ServiceError, hashApiKey } from '@memory/core';
import { takeTurnsWith, type AuthenticatedMember, type Workspace, authenticateKey } from '@memory/db';
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

/** 401, then 429: key or login, scope, rate and the facts of the workspace come with one statement. */
export function authenticate(rateClass: RateClass): MiddlewareObj<EndpointEvent> {
  return {
    async before({ event }) {
      admitCaller(event, await findCaller(event, rateClass));
    },
  };
}

async function findCaller(event: EndpointEvent, rateClass: RateClass): Promise<AuthenticatedMember> {
  const { db, rates, leases, wrongKeys, mcp } = event.state.services;
  const { sourceIp } = event.requestContext.http;
  const secret = readSecret(event.headers['authorization']);
  if (isWellFormedApiKey(secret)) {
    const keyHash = hashApiKey(secret);
    return wrongKeys.find(sourceIp, keyHash, () =>
      authenticateKey(db, { keyHash, rateClass, rates, leases }),
    );
  }
  if (!mcp.oauth || !secret.includes('.')) throw wrongKeys.refusal(sourceIp);
  // Loaded with the first login: most callers have keys.
  const { authenticateLogin } = await import('../../login/authenticate-login.ts');
  return authenticateLogin(event, { token: secret, oauth: mcp.oauth, rateClass });
}

const EXPECTED = 'Send `Authorization: Token <API_KEY>`.';

function readSecret(header: string | undefined): string {
  if (!header)
    throw new ServiceError('authentication_failed', `The Authorization header is missing. ${EXPECTED}`);
  const [, scheme = '', secret = ''] = /^(\S+) (\S+)$/u.exec(header) ?? [];
  if (scheme.toLowerCase() === 'bearer')
    throw new ServiceError(
      'authentication_failed',
      `The REST interface takes the Token scheme, not Bearer. ${EXPECTED}`,
    );
  if (scheme.toLowerCase() !== 'token')
    throw new ServiceError('authentication_failed', `The Authorization header is not valid. ${EXPECTED}`);
  return secret;
}
