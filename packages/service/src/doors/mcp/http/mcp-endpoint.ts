import { type ErrorCode, OAUTH_METADATA_PATHS, WORKSPACE_ID_HEADER, type RateClass } from '@memory/contracts';
import { parseProfiles, type Profile, PROFILES } from '@memory/contracts/profiles';
import { ServiceError, hashApiKey, isWellFormedApiKey } from '@memory/core';
import { authenticateKey } from '@memory/db';
import { findMember, foreignWorkspace, verifyToken } from '../../../login/authenticate-login.ts';
import { admitCaller } from '../../http/admit-caller.ts';
import { readBytes, parseJson } from '../../http/request-body.ts';
import { embedEarly } from '../../http/embed-early.ts';
import type { EndpointEvent, EndpointHandler, EndpointResult } from '../../http/endpoint-context.ts';
import { serve } from '../../http/endpoint.ts';
import { jsonReply, refusalOf, withHeaders } from '../../http/middleware/reply.ts';
import type { Caller } from '../server/call-tool.ts';
import { handleMessage, parseMessage } from '../server/handle-message.ts';
import { checkOrigin, metadataUrl, protectedResource, mcpUrl } from './addresses.ts';

/**
 * The tool server: POST /mcp, and the two places that say whose tokens it takes. Only what reads or writes the workspace
 * looks the key up: the lists and the handshake go by its form, and touch neither database nor model.
 */
export function mcpEndpoint(): EndpointHandler {
  return (event, context) =>
    serve('POST /mcp', event, context, async (prepared) => withHeaders(prepared, await answer(prepared)), {
      begin: embedEarly,
    });
}

async function answer(event: EndpointEvent): Promise<EndpointResult> {
  try {
    if (isMetadata(event.rawPath)) return protectedResource(event);
    return await answerMessage(event);
  } catch (error) {
    const refusal = refusalOf(event, error);
    return mcpRefusal(refusal, event);
  }
}

const isMetadata = (path: string) => OAUTH_METADATA_PATHS.some((known) => known === path);

async function answerMessage(event: EndpointEvent): Promise<EndpointResult> {
  checkOrigin(event);
  const credentials = await readCredentials(event);
  if (event.requestContext.http.method !== 'POST')
    throw new ServiceError('method_not_allowed', 'This server keeps no streams and no sessions: POST only.', {
      allow: ['POST'],
    });
  const message = parseMessage(jsonOf(readBytes(event)));
  if (!message) return NOT_A_MESSAGE;
  event.state.asked = message.asked;
  const caller = message.needsCaller
    ? await resolveCaller(event, credentials, {
        rateClass: message.rate,
        named: [
          message.workspaceId,
          queried(event, 'workspace_id'),
          event.headers[WORKSPACE_ID_HEADER],
        ].filter((id) => id !== undefined),
      })
    : NOBODY;
  const { services, requestId } = event.state;
  const { status, contentType, body } = await handleMessage(message, {
    caller,
    services,
    profiles: askedProfiles(event) ?? services.mcp.profiles,
    headers: event.headers,
    onRefused: (error) => services.log.warn('MCP refused a message', { requestId, error: error.name }),
  });
  return { statusCode: status, ...(contentType ? { headers: { 'content-type': contentType } } : {}), body };
}

const NOBODY: CallerOrRefusal = () => {
  throw new Error('This method was not expected to need a caller.');
};

const NOT_A_MESSAGE = jsonReply(400, {
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32_700,
    message: 'The body should be one JSON-RPC message, nested no more than 128 levels deep.',
  },
});

/** @returns undefined for what is no JSON in UTF-8, or nested too deeply */
function jsonOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}

const queried = ({ rawQueryString }: EndpointEvent, name: string) =>
  new URLSearchParams(rawQueryString).get(name) ?? undefined;

/** @throws validation_failed */
function askedProfiles(event: EndpointEvent): readonly Profile[] | undefined {
  const asked = queried(event, 'profile');
  if (asked === undefined) return undefined;
  const profiles = parseProfiles(asked);
  if (!profiles)
    throw new ServiceError(
      'validation_failed',
      `There is no profile ${asked.slice(0, 60)}: name some of ${PROFILES.join(', ')}, separated by commas.`,
    );
  return profiles;
}

/** A refusal of the tool server as HTTP; 401 and 503 carry their code (decision 14). */
function mcpRefusal(refusal: ServiceError | undefined, event: EndpointEvent): EndpointResult {
  if (!refusal) return jsonReply(500, { detail: 'Something went wrong on our side.' });
  const { code, status, message: detail, options } = refusal;
  const told = TOLD[code];
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (options.retryAfterSeconds !== undefined) headers['retry-after'] = String(options.retryAfterSeconds);
  if (options.allow) headers['allow'] = options.allow.join(', ');
  if (status === 401) headers['www-authenticate'] = challenge(event);
  return { ...jsonReply(status, { detail, ...(told ? { code: told } : {}) }), headers };
}

/** Codes for a client of the tool server; all other refusals are known by their status (decision 14). */
const TOLD: Partial<Record<ErrorCode, ErrorCode>> = {
  authentication_failed: 'authentication_failed',
  service_unavailable: 'upstream_unavailable',
  upstream_unavailable: 'upstream_unavailable',
};

function challenge(event: EndpointEvent): string {
  const parameters = ['realm="workspace-memory"'];
  if (event.headers['authorization']) parameters.push('error="invalid_token"');
  if (event.state.services.mcp.oauth) parameters.push(`resource_metadata="${metadataUrl(event)}"`);
  return `Bearer ${parameters.join(', ')}`;
}

/** The caller, as far as it can be told without the database. */
type Credentials = { kind: 'key'; keyHash: string } | { kind: 'token'; issuer: string; subject: string };

const EXPECTED = 'Send `Authorization: Bearer <API_KEY>`.';

/** @throws authentication_failed */
async function readCredentials(event: EndpointEvent): Promise<Credentials> {
  const header = event.headers['authorization'];
  if (!header)
    throw new ServiceError('authentication_failed', `The Authorization header is missing. ${EXPECTED}`);
  const [, scheme = '', secret = ''] = /^(\S+) (\S+)$/u.exec(header) ?? [];
  if (scheme.toLowerCase() === 'token')
    throw new ServiceError(
      'authentication_failed',
      `The tool server takes the Bearer scheme, not Token. ${EXPECTED}`,
    );
  if (scheme.toLowerCase() !== 'bearer')
    throw new ServiceError('authentication_failed', `The Authorization header is not valid. ${EXPECTED}`);
  if (isWellFormedApiKey(secret)) return { kind: 'key', keyHash: hashApiKey(secret) };
  const { mcp, wrongKeys } = event.state.services;
  const { oauth } = mcp;
  if (!oauth || !secret.includes('.')) throw wrongKeys.refusal(event.requestContext.http.sourceIp);
  return { kind: 'token', ...(await verifyToken(secret, { ...oauth, resource: mcpUrl(event) })) };
}

/** Gives the caller, or throws why the workspace cannot be told: a refusal that a tool answers, not HTTP. */
type CallerOrRefusal = () => Caller;

/**
 * Looks the caller up and takes one call from its rate, in one statement.
 * @param named ids of the workspace that the call names, in its arguments or in the address
 * @throws authentication_failed, rate_limited
 */
async function resolveCaller(
  event: EndpointEvent,
  credentials: Credentials,
  { rateClass, named }: { rateClass: RateClass; named: readonly string[] },
): Promise<CallerOrRefusal> {
  const { state } = event;
  const { db, rates, leases, wrongKeys } = state.services;
  if (credentials.kind === 'token') {
    const [workspaceId = null, ...others] = named;
    if (others.some((other) => other !== workspaceId)) return refusing(foreignWorkspace(workspaceId ?? ''));
    const found = await findMember(event, credentials, { workspaceId, rateClass });
    return found instanceof ServiceError ? refusing(found) : admit(event, found);
  }
  const { keyHash } = credentials;
  const found = await wrongKeys.find(event.requestContext.http.sourceIp, keyHash, () =>
    authenticateKey(db, { keyHash, rateClass, rates, leases }),
  );
  const caller = admit(event, found);
  const foreign = named.find((id) => id.toLowerCase() !== found.workspace.id);
  return foreign === undefined ? caller : refusing(foreignWorkspace(foreign));
}

function admit(event: EndpointEvent, found: Parameters<typeof admitCaller>[1]): CallerOrRefusal {
  const { scope } = found;
  const workspace = admitCaller(event, found);
  return () => ({ workspace, scope });
}

const refusing =
  (refusal: ServiceError): CallerOrRefusal =>
  () => {
    throw refusal;
  };
