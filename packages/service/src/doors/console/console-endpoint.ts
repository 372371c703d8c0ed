import * as z from 'zod';
import type { RouteName } from '@memory/contracts';
import {
  CONSOLE_OPERATIONS_PATH,
  CONSOLE_PATH,
  CONSOLE_PROOF_HEADER,
  CONSOLE_SESSION_PATH,
} from '@memory/contracts/console';
import { ServiceError } from '@memory/core';
import { withoutEnd } from '@memory/text/without-end';
import type { EndpointEvent, EndpointHandler, EndpointResult } from '../http/endpoint-context.ts';
import { serve } from '../http/endpoint.ts';
import { fallback } from '../http/fallback.ts';
import { jsonReply, presentRefusal, refusalOf, withHeaders } from '../http/middleware/reply.ts';
import { refusing } from '../http/refusing.ts';
import { ConsoleLogin } from './console-login.ts';
import { isOfOwnPage } from './own-page.ts';
import { accessToken } from './session-cookies.ts';

/**
 * The console's side of the API in AWS, where a distribution serves its pages and sends here what they ask, so that all is of one
 * origin. The cookie of a login stands in the place of a key; handlers, scopes and rates are those of every other caller.
 */
export function consoleEndpoint(handlers: (name: RouteName) => Promise<EndpointHandler>): EndpointHandler {
  const api = fallback(handlers);
  let config: ConsoleConfig | undefined;
  return async (event, context) => {
    config ??= ConsoleConfig.parse(process.env);
    const { headers, rawPath, requestContext } = event;
    const page = {
      method: requestContext.http.method,
      origin: headers['origin'],
      site: headers['sec-fetch-site'],
    };
    if (!isOfOwnPage(page, [config.CONSOLE_URL])) return FOREIGN(event, context);
    const { CONSOLE_URL: url, CONSOLE_CLIENT_ID: clientId } = config;
    if (rawPath === CONSOLE_SESSION_PATH || rawPath === CONSOLE_OPERATIONS_PATH)
      return serve(`${page.method} ${rawPath}`, event, context, async (prepared) =>
        withHeaders(prepared, await answer(prepared, new ConsoleLogin(prepared, { url, clientId }))),
      );
    const token = accessToken(event, headers[CONSOLE_PROOF_HEADER] ?? '');
    if (token === undefined) return SIGNED_OUT(event, context);
    // A header that a program sends beside the cookie has no say.
    const asCaller = { ...headers, authorization: `Token ${token}` };
    return api({ ...event, rawPath: rawPath.slice(CONSOLE_PATH.length), headers: asCaller }, context);
  };
}

const FOREIGN = refusing(
  new ServiceError('insufficient_scope', 'The console is used from its own pages only.'),
);

const SIGNED_OUT = refusing(new ServiceError('authentication_failed', 'Nobody is signed in.'));

async function answer(event: EndpointEvent, login: ConsoleLogin): Promise<EndpointResult> {
  const { method } = event.requestContext.http;
  try {
    if (event.rawPath === CONSOLE_OPERATIONS_PATH) {
      if (method === 'POST') return kept(await login.operate());
      throw notAllowed(method, ['POST']);
    }
    if (method === 'GET') return kept(await login.describe());
    if (method === 'POST') return kept(await login.open());
    if (method === 'PUT') return kept(await login.renew());
    if (method === 'DELETE') return kept(await login.end());
    throw notAllowed(method, ['GET', 'POST', 'PUT', 'DELETE']);
  } catch (error) {
    const refusal = refusalOf(event, error);
    if (refusal?.status !== 401) return kept(presentRefusal(refusal));
    // A caller that is not signed in is told how.
    const page = await login.page().catch(() => undefined);
    return kept(jsonReply(401, { detail: refusal.message, ...(page ? { login: page } : {}) }));
  }
}

const kept = (result: EndpointResult): EndpointResult => ({
  ...result,
  headers: { ...result.headers, 'cache-control': 'no-store' },
});

const notAllowed = (method: string, allow: string[]): ServiceError =>
  new ServiceError('method_not_allowed', `${method} is not allowed here.`, { allow });

/** Settings of the console's function beside those of all: the stack makes them of the environment's `console`. */
const ConsoleConfig = z.object({
  CONSOLE_URL: z
    .url()
    .transform((given) => withoutEnd(given, '/'))
    .describe('Address of the console, where people log in.'),
  CONSOLE_CLIENT_ID: z.string().min(1).describe('Public client that the console logs in as.'),
});
type ConsoleConfig = z.output<typeof ConsoleConfig>;
