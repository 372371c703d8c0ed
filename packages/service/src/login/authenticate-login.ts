import {
  createRemoteJWKSet,
  errors,
  jwtVerify,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyResult,
} from 'jose';
import * as z from 'zod';
import { WORKSPACE_ID_HEADER, type RateClass } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { type AuthenticatedMember, authenticateMember } from '@memory/db';
import type { OAuthSettings } from '../create-services.ts';
import type { EndpointEvent } from '../doors/http/endpoint-context.ts';
import { mcpUrl } from '../doors/mcp/http/addresses.ts';

/**
 * A login at the REST interface: the token that the tool server takes, in the scheme of keys.
 * @throws authentication_failed, upstream_unavailable; no_workspace_membership, workspace_not_specified, invalid_workspace_id
 */
export async function authenticateLogin(
  event: EndpointEvent,
  { token, oauth, rateClass }: { token: string; oauth: OAuthSettings; rateClass: RateClass },
): Promise<AuthenticatedMember> {
  const login = await verifyToken(token, { ...oauth, resource: mcpUrl(event) });
  const workspaceId = event.headers[WORKSPACE_ID_HEADER] ?? null;
  const found = await findMember(event, login, { workspaceId, rateClass });
  if (found instanceof ServiceError) throw found;
  return found;
}

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

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

const FETCH_TIMEOUT_MS = 5_000;

/** Clocks of two machines may differ by this. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Keys of an issuer, fetched once in the life of the process and again when a token names an unknown one. */
const keysByIssuer = new Map<string, Promise<JWTVerifyGetKey>>();

/**
 * Checks an access token: signature, issuer, expiry, and that it is meant for this server.
 * @throws authentication_failed; upstream_unavailable when the issuer's keys cannot be had
 */
export async function verifyToken(
  token: string,
  { issuer, audience, resource }: OAuthSettings & { resource: string },
): Promise<{ issuer: string; subject: string }> {
  const { payload, protectedHeader } = await verify(token, issuer);
  const wanted = audience === undefined ? [resource] : audience.split(',').map((name) => name.trim());
  const meant = [payload.aud ?? payload['client_id'] ?? []].flat();
  if (
    provesLogin(payload, protectedHeader) ||
    !meant.some((name) => wanted.some((audience) => audience === name))
  )
    throw new ServiceError('authentication_failed', 'The access token is not meant for this server.');
  return { issuer, subject: payload.sub ?? '' };
}

/** Claims that only ID tokens have (OpenID Connect Core 2, 3.1.3.6 and 3.3.2.11). */
const ID_TOKEN_CLAIMS = ['nonce', 'at_hash', 'c_hash'];

/**
 * A token that proves a login is not one that gives access, whatever its audience. RFC 9068 types access tokens
 * `at+jwt`; Cognito says in `token_use` what a token is for; of the others an ID token is known by its claims.
 */
function provesLogin(payload: JWTPayload, { typ = 'JWT' }: JWTHeaderParameters): boolean {
  const type = typ.toLowerCase().replace(/^application\//u, '');
  if (type === 'at+jwt') return false;
  return type !== 'jwt' || payload['token_use'] === 'id' || ID_TOKEN_CLAIMS.some((claim) => claim in payload);
}

async function verify(token: string, issuer: string): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, await keysOf(issuer), {
      issuer,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    // A refusal by jose is the token's fault; anything else kept the keys from us.
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout))
      throw new ServiceError('authentication_failed', 'The access token is not valid, or has expired.');
    throw unreachable();
  }
}

const unreachable = () =>
  new ServiceError('upstream_unavailable', 'The login provider cannot be reached; try again.', {
    retryAfterSeconds: 5,
  });

function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
  const known = keysByIssuer.get(issuer);
  if (known) return known;
  const found = discoverKeys(issuer).catch((error: unknown) => {
    keysByIssuer.delete(issuer);
    throw error;
  });
  keysByIssuer.set(issuer, found);
  return found;
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/u, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw unreachable();
  const { issuer: named, jwks_uri: jwksUri } = Discovery.parse(await response.json());
  if (named !== issuer) throw new Error(`The provider calls itself ${named}; OAUTH_ISSUER must be the same.`);
  return createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: FETCH_TIMEOUT_MS });
}
