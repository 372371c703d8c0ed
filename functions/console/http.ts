import { consoleEndpoint } from '@memory/service/console';
import { loadHandler } from '../load-handler.ts';

/** What the console's pages ask in AWS: a session of a login, and the API with it. */
export const handler = consoleEndpoint(loadHandler);
