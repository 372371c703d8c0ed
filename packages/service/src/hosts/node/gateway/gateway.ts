import { randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import {
  MCP_PATH,
  OAUTH_METADATA_PATHS,
  type RouteName,
  routeEntries,
  ALLOWED_HEADERS,
} from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { UploadRefusedError, type LocalObjectStore } from '@memory/providers/object-store/local';
import { handler as fallback } from '../../../../../../functions/fallback.ts';
import { loadHandler } from '../../../../../../functions/load-handler.ts';
import { admin } from '../../../../../../functions/operations.ts';
import type { Runtime } from '../../../create-services.ts';
import { BODY_BYTES_MAX, isBodyWanted } from '../../../doors/http/request-body.ts';
import { createCallsAtOnce, type CallsAtOnce } from '../../../doors/http/calls-at-once.ts';
import type { EndpointHandler, EndpointResult } from '../../../doors/http/endpoint-context.ts';
import { refusing } from '../../../doors/http/refusing.ts';
import { consoleFile } from '../console/console-files.ts';
import type { ConsoleHost } from '../console/console-host.ts';
import { CONSOLE_LINK_PATH } from '../console/console-paths.ts';
import { boundConnections, type BoundConnections, isBodyLeft, passOver, readBody } from './callers.ts';
import { decodePath, toGatewayEvent } from './gateway-event.ts';
import { OPERATIONS_PATH } from './operations-path.ts';

/** The limit of a Lambda: the operator's calls may carry rows of a workspace. */
const OPERATION_BYTES_MAX = 6_000_000;

/** Of what the console asks of its host. */
const CONSOLE_BYTES_MAX = 100_000;

const MCP_PATHS: ReadonlySet<string> = new Set([MCP_PATH, ...OAUTH_METADATA_PATHS]);

/** Takes uploads, as S3 does in AWS: no key, but a signed form. */
export const UPLOADS_PATH = '/uploads';

export interface GatewayParts {
  operatorToken: string;
  /** Absent where they go to a bucket. */
  uploads: LocalObjectStore | undefined;
  /** Host of the console; without it the console is closed. */
  console?: ConsoleHost | undefined;
  /** Called when a request has begun and when it has been answered. */
  noteWork?: (() => void) | undefined;
  /** Of a `Host` header; any name when absent. */
  isKnownName?: ((host: string) => boolean) | undefined;
  /** Default: what suits a server that others reach; tests have less patience. */
  limits?: { connectionsMax?: number; callsAtOnceMax?: number; bodyTimeoutMs?: number } | undefined;
}

const TIMEOUTS = {
  // Node's five seconds end idle connections while a job keeps this process busy, under the next request of a caller.
  // Callers are told this one and keep to it; below the silence after which a connection is closed.
  keepAliveTimeout: 50_000,
  keepAliveTimeoutBuffer: 5_000,
  headersTimeout: 10_000,
  // For an upload of 256 MiB at 3.5 Mbit/s; other bodies have a time of their own.
  requestTimeout: 600_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * API Gateway's part, on this machine: matches the route table as the HTTP API does (method and path exactly, one
 * segment a parameter), and gives everything else to the `$default` function.
 */
export function createGateway(services: Runtime, parts: GatewayParts): Server {
  const server = createServer(TIMEOUTS);
  const host: Host = {
    ...parts,
    services,
    connections: boundConnections(server, parts.limits?.connectionsMax),
    callsAtOnce: createCallsAtOnce(parts.limits?.callsAtOnceMax),
  };
  const take = (request: IncomingMessage, response: ServerResponse, bodyIsAsked = false) =>
    void answer(request, response, { ...host, bodyIsAsked })
      .catch(() => {
        // The caller went away, or a handler broke its own promise never to throw.
        if (!response.headersSent)
          send(response, {
            statusCode: 500,
            headers: { 'x-request-id': randomUUID() },
            body: '{"detail":"Something went wrong on our side."}',
          });
        else response.destroy();
      })
      .then(() => passOver(request, isMember(request, host.services)))
      .finally(() => response.end());
  server.on('request', (request, response) => take(request, response));
  // The caller asks first whether its body is welcome.
  server.on('checkContinue', (request, response) => take(request, response, true));
  return server;
}

/** Whether it may have a right to be here; strangers are not read on for long. */
const isMember = ({ headers }: IncomingMessage, services: Runtime) =>
  isBodyWanted({ authorization: headers.authorization }, services);

interface Host extends GatewayParts {
  services: Runtime;
  connections: BoundConnections;
  callsAtOnce: CallsAtOnce;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyIsAsked, ...host }: Host & { bodyIsAsked: boolean },
): Promise<void> {
  if (host.isKnownName?.(request.headers.host ?? '') === false)
    return send(response, await wrongName(toGatewayEvent(request), host));
  const isPost = request.method === 'POST';
  const welcomeBody = () => bodyIsAsked && response.writeContinue();
  if (isPost && request.url === UPLOADS_PATH && host.uploads) {
    welcomeBody();
    return send(response, await receiveUpload(request, host.uploads));
  }
  const events = await host.console?.listen(request);
  if (events) return 'next' in events ? stream(events, response, host) : send(response, events);
  const page = await answerConsole(request, host);
  if (page) return send(response, page);
  const head = toGatewayEvent(request);
  const preflight = answerPreflight(head, host.services.corsOrigins);
  if (preflight) return send(response, preflight);
  const isOperation = isPost && request.url === OPERATIONS_PATH;
  if (isOperation && !isOperator(request, host)) return send(response, { statusCode: 401, body: '{}' });
  const ended = host.callsAtOnce.begin(head.headers['authorization'] ?? head.requestContext.http.sourceIp);
  if (!ended) return send(response, await tooManyAtOnce(head, host));
  response.once('close', ended);
  let body: Buffer | undefined = Buffer.alloc(0);
  if (isOperation || isBodyWanted(head.headers, host.services)) {
    welcomeBody();
    const bytesMax = isOperation ? OPERATION_BYTES_MAX : BODY_BYTES_MAX;
    body = await readBody(request, { bytesMax, timeoutMs: host.limits?.bodyTimeoutMs });
  }
  if (!body) return send(response, await tooSlow(head, host));
  // From here on the answer is up to us: the connection is not an idle one.
  host.noteWork?.();
  const endAnswering = host.connections.answering(request.socket);
  try {
    const given = toGatewayEvent(request, body);
    send(
      response,
      isOperation ? await operate(body, host.services) : await callHandler(given, request, host),
    );
  } finally {
    host.noteWork?.();
    endAnswering();
  }
}

/**
 * Files of the console, and requests to its host. A request of it to the API goes on with a key.
 * @returns undefined when the request is none of the console's, or is to be answered by the API
 */
async function answerConsole(
  request: IncomingMessage,
  { console: consoleHost, limits, ...host }: GatewayParts,
): Promise<EndpointResult | undefined> {
  if (!consoleHost) return undefined;
  const { method = 'GET', url = '/', headers } = request;
  if (url === CONSOLE_LINK_PATH && method === 'POST') {
    if (!isOperator(request, host)) return { statusCode: 401, body: '{}' };
    return { statusCode: 201, body: JSON.stringify({ url: consoleHost.link(`http://${headers.host}`) }) };
  }
  const body = () => readBody(request, { bytesMax: CONSOLE_BYTES_MAX, timeoutMs: limits?.bodyTimeoutMs });
  const [path = '/'] = url.split('?');
  const { accept = '', 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = headers;
  const isNavigation = headers['sec-fetch-mode'] === 'navigate';
  const asked = { method, path, accept, isNavigation, acceptEncoding: String(acceptEncoding), ifNoneMatch };
  return (
    (await consoleHost.answer(request, body)) ??
    (await consoleFile(asked)) ??
    (await consoleHost.admit(request))
  );
}

/** Until the caller goes, or the events end. */
async function stream(
  events: AsyncGenerator<string>,
  response: ServerResponse,
  { connections }: Host,
): Promise<void> {
  const endAnswering = connections.answering(response.req.socket);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  await pipeline(events, response).finally(endAnswering);
}

async function callHandler(
  event: APIGatewayProxyEventV2,
  { method = 'GET', url = '/' }: IncomingMessage,
  { services }: Host,
): Promise<EndpointResult> {
  const { handler, pathParameters } = await selectHandler(method, url);
  return handler({ ...event, ...(pathParameters ? { pathParameters } : {}) }, { services });
}

const tooManyAtOnce = refusing(
  new ServiceError('rate_limited', 'Too many calls with this key are under way; wait for some to end.', {
    retryAfterSeconds: 1,
  }),
);

const wrongName = refusing(
  new ServiceError(
    'insufficient_scope',
    'This server does not answer to this host name; set PUBLIC_URL to its address.',
  ),
);

const tooSlow = refusing(new ServiceError('request_timeout', 'The body did not arrive in time.'));

async function selectHandler(method: string, url: string) {
  const [path = '/'] = url.split('?');
  // The tool server is loaded by those who use it.
  if (MCP_PATHS.has(path)) return { handler: (await import('../../../../../../functions/mcp.ts')).handler };
  const match = exactMatch(method, path);
  if (!match) return { handler: fallback };
  const handler: EndpointHandler = await loadHandler(match.name);
  return { handler, pathParameters: match.parameters };
}

async function receiveUpload(request: IncomingMessage, uploads: LocalObjectStore): Promise<EndpointResult> {
  try {
    await uploads.receive({ headers: request.headers, body: request });
    return { statusCode: 204 };
  } catch (error) {
    if (!(error instanceof UploadRefusedError)) throw error;
    return {
      statusCode: error.status,
      body: JSON.stringify({ detail: error.message, code: error.s3Code }),
    };
  }
}

/** The token in the lock file takes the place of IAM for the operator function in AWS: only the owner of the data reads it. */
function isOperator(
  request: IncomingMessage,
  { operatorToken }: Pick<GatewayParts, 'operatorToken'>,
): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${operatorToken}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function operate(body: Buffer, services: Runtime): Promise<EndpointResult> {
  return { statusCode: 200, body: JSON.stringify(await admin(JSON.parse(body.toString()), { services })) };
}

// As API Gateway matches: exact segments, the fewest parameters first. What it does not know goes to `$default`, which is
// `matchRoute` of the runtime, here as there.
const exactRoutes = routeEntries
  .map(([name, { method, path }]) => ({ name, method, segments: path.replace(/\/$/u, '').split('/') }))
  .toSorted((a, b) => parameterCount(a.segments) - parameterCount(b.segments));

function parameterCount(segments: string[]): number {
  return segments.filter((segment) => segment.startsWith('{')).length;
}

function exactMatch(
  method: string,
  path: string,
): { name: RouteName; parameters: Record<string, string> } | undefined {
  const given = path.split('/');
  for (const { name, method: wanted, segments } of exactRoutes) {
    if (wanted !== method || segments.length !== given.length) continue;
    const parameters: Record<string, string> = {};
    const matches = segments.every((segment, place) => {
      const actual = given[place] ?? '';
      if (!segment.startsWith('{')) return segment === actual;
      parameters[segment.slice(1, -1)] = decodePath(actual);
      return actual !== '';
    });
    if (matches) return { name, parameters };
  }
  return undefined;
}

function send(response: ServerResponse, result: EndpointResult): void {
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const defaults: Record<string, string> = body.length > 0 ? { 'content-type': 'application/json' } : {};
  // A body that has not been read to the end is not read for ever, so nothing else may follow on this connection.
  const isLast = isBodyLeft(response.req);
  response.writeHead(result.statusCode ?? 200, {
    ...defaults,
    ...headers,
    ...(isLast ? { connection: 'close' } : {}),
    'content-length': body.length,
  });
  if (isLast) response.write(body);
  else response.end(body);
}

const METHODS = [...new Set(routeEntries.map(([, { method }]) => method))].join(', ');

/**
 * A browser asks before it calls, and can send no key with that: the gateway answers for the endpoint.
 * @returns undefined when no allowed origin asks
 */
function answerPreflight(
  { headers, requestContext: { http, requestId } }: APIGatewayProxyEventV2,
  origins: readonly string[],
): EndpointResult | undefined {
  const { origin = '' } = headers;
  const asks = http.method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  if (!asks || !origins.includes(origin)) return undefined;
  return {
    statusCode: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS.join(', '),
      'access-control-max-age': '600',
      vary: 'Origin',
      'x-request-id': requestId,
    },
  };
}
