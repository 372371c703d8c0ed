import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { toGatewayEvent } from '../../../packages/local/src/gateway-event.ts';
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

/** The HTTP API of a template: its routes, each to the function that its integration names, in payload format 2.0. */
export function createHttpApi(
  assembly: Assembly,
  functionOf: (logicalId: string) => LambdaFunction,
  { afterRequest }: { afterRequest: () => void },
): Server {
  const routes = assembly.ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
    const key = String(Properties['RouteKey']);
    const [method = '', path = ''] = key.split(' ');
    return {
      key,
      method,
      segments: path.split('/'),
      handler: functionOf(functionOfRoute(assembly, Properties)),
    };
  });
  return createServer((request, response) => {
    answer(request, response, routes)
      .then(() => afterRequest())
      .catch((error: unknown) => {
        // What a caller would see as 500 alone, a test may see in full.
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end(JSON.stringify({ message: String(error) }));
      });
  });
}

function functionOfRoute(assembly: Assembly, route: Record<string, unknown>): string {
  const [, [, { Ref: integrationId }]] = (
    route['Target'] as { 'Fn::Join': [string, [string, { Ref: string }]] }
  )['Fn::Join'];
  const { IntegrationUri, PayloadFormatVersion } = assembly.resource(integrationId).Properties;
  if (PayloadFormatVersion !== '2.0')
    throw new Error(`${String(route['RouteKey'])} has another payload format.`);
  const [functionId] = (IntegrationUri as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'];
  return functionId;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  routes: readonly Route[],
): Promise<void> {
  const body = await buffer(request);
  if (body.length > REQUEST_BYTES_MAX)
    return send(response, { statusCode: 413, body: '{"message":"Request Entity Too Large"}' });
  const method = request.method ?? 'GET';
  const [path = '/'] = (request.url ?? '/').split('?');
  const { route, parameters } = selectRoute(routes, method, path);
  const event = toGatewayEvent(request, body);
  const result = await route.handler.invoke({
    ...event,
    routeKey: route.key,
    requestContext: { ...event.requestContext, routeKey: route.key },
    ...(Object.keys(parameters).length > 0 ? { pathParameters: parameters } : {}),
  });
  send(response, result as Result);
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
  if (segments.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [place, segment] of segments.entries()) {
    const actual = given[place] ?? '';
    if (!segment.startsWith('{')) {
      if (segment !== actual) return undefined;
    } else if (actual === '') return undefined;
    else parameters[segment.slice(1, -1)] = decode(actual);
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
  body?: string;
  isBase64Encoded?: boolean;
}

/** An answer without a status is 200 with the whole as its body, which no handler of ours means. */
function send(
  response: ServerResponse,
  { statusCode, headers = {}, body = '', isBase64Encoded }: Result,
): void {
  if (statusCode === undefined) throw new Error('The function answered no statusCode.');
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const type: Record<string, string> = bytes.length > 0 ? { 'content-type': 'application/json' } : {};
  response.writeHead(statusCode, { ...type, ...own, 'content-length': bytes.length });
  response.end(bytes);
}
