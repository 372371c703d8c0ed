import { randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { MCP_PATH, OAUTH_METADATA_PATHS, routes, type Route, type RouteName } from '@memory/contracts';
import { UploadRefusedError, type LocalObjectStore } from '@memory/providers/object-store';
import type { EndpointHandler, EndpointResult, Runtime } from '@memory/runtime';
import { handler as fallback } from '../../../functions/api/fallback.ts';
import { loadHandler } from '../../../functions/load-handler.ts';
import { handler as admin } from '../../../functions/operations/admin.ts';
import { decodePath, toGatewayEvent } from './gateway-event.ts';
import type { JobTurns } from './job-turns.ts';
import { answerPreflight } from './preflight.ts';

/** Beyond what any endpoint reads; the rest of a larger body is passed over, and the endpoint answers 413 in its turn. */
const KEPT_BYTES_MAX = 2 * 1_024 * 1_024;

/** What a Lambda takes: the operator's calls may carry rows of a workspace. */
const OPERATION_BYTES_MAX = 6_000_000;

/** Path of the operator command; not part of the API. */
export const OPERATIONS_PATH = '/.local/operations';

const MCP_PATHS: ReadonlySet<string> = new Set([MCP_PATH, ...OAUTH_METADATA_PATHS]);

/** Takes uploads, as S3 does in AWS: no key, but a signed form. */
export const UPLOADS_PATH = '/uploads';

export interface GatewayParts {
  /** Lets the operator command in. */
  operatorToken: string;
  uploads: LocalObjectStore;
  turns: Pick<JobTurns, 'beginRequest'>;
}

/** Node's five seconds end idle connections while a job keeps this process busy, under the next request of a caller. */
const KEEP_ALIVE_MS = 65_000;

/**
 * API Gateway's part, on this machine: matches the route table as the HTTP API does (method and path exactly, one
 * segment a parameter), and gives everything else to the `$default` function.
 */
export function createGateway(services: Runtime, parts: GatewayParts): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const done = parts.turns.beginRequest();
    void answer(request, response, services, parts)
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
      .finally(done);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  services: Runtime,
  { operatorToken, uploads }: Omit<GatewayParts, 'turns'>,
): Promise<void> {
  if (request.method === 'POST' && request.url === UPLOADS_PATH)
    return send(response, await receiveUpload(request, uploads));
  if (request.method === 'POST' && request.url === OPERATIONS_PATH) {
    const operation = await readBody(request, OPERATION_BYTES_MAX);
    return send(response, await operate(request, operation, services, operatorToken));
  }
  const body = await readBody(request, KEPT_BYTES_MAX);
  const event = toGatewayEvent(request, body);
  const preflight = answerPreflight(event, services.corsOrigins);
  if (preflight) return send(response, preflight);
  const { handler, pathParameters } = await selectHandler(request.method ?? 'GET', request.url ?? '/');
  send(response, await handler({ ...event, ...(pathParameters ? { pathParameters } : {}) }, { services }));
}

async function selectHandler(method: string, url: string) {
  const [path = '/'] = url.split('?');
  // The tool server is loaded by those who use it.
  if (MCP_PATHS.has(path)) return { handler: (await import('../../../functions/mcp/http.ts')).handler };
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
    // The rest of the form is not read, so the connection cannot go on.
    return {
      statusCode: error.status,
      headers: { connection: 'close' },
      body: JSON.stringify({ detail: error.message, code: error.s3Code }),
    };
  }
}

/** What IAM is to the operator function in AWS, the token in the lock file is here: only the owner of the data reads it. */
async function operate(
  request: IncomingMessage,
  body: Buffer,
  services: Runtime,
  operatorToken: string,
): Promise<EndpointResult> {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${operatorToken}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { statusCode: 401, body: '{}' };
  return { statusCode: 200, body: JSON.stringify(await admin(JSON.parse(body.toString()), { services })) };
}

// As API Gateway matches: exact segments, the fewest parameters first. What it does not know goes to `$default`, which is
// `matchRoute` of the runtime, here as there.
const exactRoutes = (Object.entries(routes) as [RouteName, Route][])
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

async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (bytes <= bytesMax) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, result: EndpointResult): void {
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const defaults: Record<string, string> = body.length > 0 ? { 'content-type': 'application/json' } : {};
  response.writeHead(result.statusCode ?? 200, { ...defaults, ...headers, 'content-length': body.length });
  response.end(body);
}
