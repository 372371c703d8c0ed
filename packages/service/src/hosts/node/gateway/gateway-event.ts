import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Content types whose bodies the HTTP API hands on as text; all others arrive as base64. */
const TEXT_TYPES = /^(?:text\/|application\/(?:json|xml|javascript|x-www-form-urlencoded))|[+/]json\b/iu;

/**
 * A request as API Gateway's HTTP API hands it to a function (payload format 2.0): header names in lower case with
 * repeated values joined, the path decoded, the query raw. A path that cannot be decoded stays as it is, and a text that
 * is not UTF-8 travels as base64, so that the endpoint refuses both.
 */
export function toGatewayEvent(
  request: IncomingMessage,
  body: Buffer = Buffer.alloc(0),
): APIGatewayProxyEventV2 {
  const [encodedPath = '/', ...query] = (request.url ?? '/').split('?');
  const rawPath = decodePath(encodedPath);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : value,
    ]),
  );
  const isText = TEXT_TYPES.test(headers['content-type'] ?? '') && isUtf8(body);
  const now = new Date();
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: query.join('?'),
    headers,
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: headers['host'] ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    isBase64Encoded: !isText,
    ...(body.length > 0 ? { body: body.toString(isText ? 'utf8' : 'base64') } : {}),
  };
}

/** The path itself when its percent-encoding is broken. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
