import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { toGatewayEvent } from '../../../packages/service/src/hosts/node/gateway/gateway-event.ts';
import { functionIdOf } from './function-id-of.ts';
import type { Assembly } from './assembly.ts';
import type { LambdaFunction } from './lambda-function.ts';

interface Route {
  key: string;
  method: string;
  segments: string[];
  handler: LambdaFunction;
}

/** The larger of what the gateway takes and a function does. */
const REQUEST_BYTES_MAX = 10 * 1_024 * 1_024;

/** Of the request line and all headers, and milliseconds that a function may take (http-api-quotas.html). */
const HEADER_BYTES_MAX = 10_240;
const INTEGRATION_TIMEOUT_MS = 30_000;

const CHALLENGE = 'www-authenticate';

export interface HttpApiOptions {
  afterRequest: () => void;
  /** Gives the challenge of a 401 the name that gateways of AWS give it, which nobody documents for this kind: both are to be borne. */
  renamesChallenge?: boolean;
  /** Milliseconds that the gateway waits for a function; 30,000. */
  timeoutMs?: number;
}

/** The HTTP API of a template: its routes, each to the function that its integration names, in payload format 2.0. */
export function createHttpApi(
  assembly: Assembly,
  functionOf: (logicalId: string) => LambdaFunction,
  { afterRequest, renamesChallenge = false, timeoutMs = INTEGRATION_TIMEOUT_MS }: HttpApiOptions,
): Server {
  const routes = assembly.routes().map(({ key, called, payloadFormatVersion }) => {
    if (payloadFormatVersion !== '2.0') throw new Error(`${key} has another payload format.`);
    const [method = '', path = ''] = key.split(' ');
    return { key, method, segments: path.split('/'), handler: functionOf(functionIdOf(assembly, called)) };
  });
  return createServer((request, response) => {
    answer(request, routes, timeoutMs)
      .then((result) => send(response, result, renamesChallenge))
      .then(() => afterRequest())
      .catch((error: unknown) => {
        // An error that a caller would see as 500 alone, a test may see in full.
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end(JSON.stringify({ message: String(error) }));
      });
  });
}

async function answer(
  request: IncomingMessage,
  routes: readonly Route[],
  timeoutMs: number,
): Promise<Result> {
  const body = await buffer(request);
  if (headerBytes(request) > HEADER_BYTES_MAX) return refusal(431, 'Request Header Fields Too Large');
  if (body.length > REQUEST_BYTES_MAX) return refusal(413, 'Request Entity Too Large');
  const method = request.method ?? 'GET';
  const [path = '/'] = (request.url ?? '/').split('?');
  const { route, parameters } = selectRoute(routes, method, path);
  const event = toGatewayEvent(request, body);
  // In this format cookies are a list, and no header.
  const { cookie, ...headers } = event.headers;
  const answered = route.handler.invoke({
    ...event,
    headers,
    ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
    routeKey: route.key,
    requestContext: { ...event.requestContext, routeKey: route.key },
    ...(Object.keys(parameters).length > 0 ? { pathParameters: parameters } : {}),
  });
  // The function goes on, and its answer goes nowhere.
  const timer = new AbortController();
  const late = setTimeout(timeoutMs, refusal(503, 'Service Unavailable'), { signal: timer.signal });
  try {
    return (await Promise.race([answered, late])) as Result;
  } finally {
    timer.abort();
    await Promise.allSettled([late]);
  }
}

const refusal = (statusCode: number, message: string): Result => ({
  statusCode,
  body: JSON.stringify({ message }),
});

/** As they came over the line. */
function headerBytes({ method = '', url = '', rawHeaders }: IncomingMessage): number {
  return [method, url, ...rawHeaders].reduce((sum, text) => sum + Buffer.byteLength(text, 'latin1'), 0);
}

/** The most specific match: the fewest parameters, then a method that is named; `$default` takes the rest. */
function selectRoute(routes: readonly Route[], method: string, path: string) {
  const given = path.split('/');
  const found = routes
    .flatMap((route) => {
      const parameters = matchPath(route, given);
      return parameters && (route.method === method || route.method === 'ANY') ? [{ route, parameters }] : [];
    })
    .toSorted(
      (a, b) =>
        Object.keys(a.parameters).length - Object.keys(b.parameters).length ||
        Number(a.route.method === 'ANY') - Number(b.route.method === 'ANY'),
    );
  const fallback = routes.find(({ key }) => key === '$default');
  const [chosen = fallback && { route: fallback, parameters: {} }] = found;
  if (!chosen) throw new Error('The API has no $default route.');
  return chosen;
}

function matchPath({ segments }: Route, given: string[]): Record<string, string> | undefined {
  const isGreedy = segments.at(-1)?.endsWith('+}') ?? false;
  if (isGreedy ? segments.length > given.length : segments.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [place, segment] of segments.entries()) {
    const isRest = isGreedy && place === segments.length - 1;
    const actual = isRest ? given.slice(place).join('/') : (given[place] ?? '');
    if (!segment.startsWith('{')) {
      if (segment !== actual) return undefined;
    } else if (actual === '') return undefined;
    else parameters[segment.slice(1, isRest ? -2 : -1)] = decode(actual);
  }
  return parameters;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Result {
  statusCode?: number;
  headers?: Record<string, string | number | boolean>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
}

/** An answer without a status is 200 with the whole as its body, which no handler of ours means. */
function send(
  response: ServerResponse,
  { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded }: Result,
  renamesChallenge: boolean,
): void {
  if (statusCode === undefined) throw new Error('The function answered no statusCode.');
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const lower = name.toLowerCase();
      return [
        renamesChallenge && lower === CHALLENGE ? `x-amzn-remapped-${CHALLENGE}` : lower,
        String(value),
      ];
    }),
  );
  const type: Record<string, string> = bytes.length > 0 ? { 'content-type': 'application/json' } : {};
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.writeHead(statusCode, { ...type, ...own, 'content-length': bytes.length });
  response.end(bytes);
}
