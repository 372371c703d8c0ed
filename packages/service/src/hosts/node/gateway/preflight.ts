import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ALLOWED_HEADERS, routeEntries } from '@memory/contracts';
import type { EndpointResult } from '../../../doors/http/endpoint-context.ts';

const METHODS = [...new Set(routeEntries.map(([, { method }]) => method))].join(', ');

/**
 * A browser asks before it calls, and can send no key with that: the gateway answers for the endpoint.
 * @returns undefined when no allowed origin asks
 */
export function answerPreflight(
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
