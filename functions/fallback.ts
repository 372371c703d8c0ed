import { fallback } from '@memory/service';
import { loadHandler } from './load-handler.ts';

/** `$default`: trailing slashes, the redirect of `/mcp/`, 404 and 405. */
export const handler = fallback(loadHandler);
