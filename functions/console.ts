import { consoleEndpoint } from '@memory/service/console';
import { loadHandler } from './load-handler.ts';

/** Requests of the console's pages in AWS: a session of a login, and the API with it. */
export const handler = consoleEndpoint(loadHandler);
