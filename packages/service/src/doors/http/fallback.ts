import middy from '@middy/core';
import { routeEntries, type RouteName } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import type { EndpointEvent, EndpointHandler, EndpointResult } from './endpoint-context.ts';
import { serve } from './endpoint.ts';
import { routeMatcher } from './match-route.ts';
import { authenticate } from './admit-caller.ts';
import { reply } from './middleware/reply.ts';

export const matchRoute = routeMatcher(routeEntries);

/**
 * The gateway's `$default` route: serves what the gateway cannot match itself (a trailing slash, a session id with a
 * slash), sends `/mcp/` to `/mcp`, and answers everything else 404 or 405, after authentication.
 */
export function fallback(handlers: (name: RouteName) => Promise<EndpointHandler>): EndpointHandler {
  const refuse = middy<EndpointEvent, EndpointResult>()
    .use(reply())
    .use(authenticate('read'))
    .handler(({ requestContext: { http }, rawPath }) => {
      const { allow } = matchRoute(http.method, rawPath);
      if (allow.length === 0) throw new ServiceError('not_found', `Path ${rawPath} was not found.`);
      throw new ServiceError('method_not_allowed', `Method ${http.method} is not allowed here.`, { allow });
    });
  return async (event, context) => {
    if (event.rawPath === '/mcp/')
      return {
        statusCode: 307,
        headers: { location: '/mcp', 'x-request-id': event.requestContext.requestId },
      };
    const { match } = matchRoute(event.requestContext.http.method, event.rawPath);
    if (!match) return serve('$default', event, context, refuse);
    const handler = await handlers(match.name);
    return handler({ ...event, pathParameters: match.parameters }, context);
  };
}
