import { handlerFile, type RouteName } from '@memory/contracts';
import type { EndpointHandler } from '@memory/service';

/** The handler of a route, loaded when it is first asked for; the pattern below lets a bundler find them all. */
export async function loadHandler(name: RouteName): Promise<EndpointHandler> {
  const { folder, file } = handlerFile(name);
  const module = (await import(`./api/${folder}/${file}.ts`)) as { handler: EndpointHandler };
  return module.handler;
}
