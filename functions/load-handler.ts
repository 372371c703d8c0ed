import { routes, type RouteName } from '@memory/contracts';
import type { EndpointHandler } from '@memory/service';

/** The handler of a route, whose file is loaded when it is first asked for; the pattern below lets a bundler find them all. */
export async function loadHandler(name: RouteName): Promise<EndpointHandler> {
  const handlers = (await import(`./api/${routes[name].noun}.ts`)) as Record<RouteName, EndpointHandler>;
  return handlers[name];
}
