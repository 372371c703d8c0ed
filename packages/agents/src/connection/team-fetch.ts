import { fetch, Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';
import type { Home } from '../home/find-home.ts';
import { freshLogin } from '../home/login/fresh-login.ts';
import { whyNoAnswer } from '../home/why-no-answer.ts';

const TIMEOUT_MS = 15_000;

/** Asks a service or a provider, through the proxy of the environment. @throws with the reason when there is no answer */
export const teamFetch = (async (input: string, init: Parameters<typeof fetch>[1]) => {
  const target = new URL(input);
  try {
    return await fetch(target, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
      dispatcher: dispatcherFor(target),
    });
  } catch (error) {
    throw new Error(`${target.origin} gives no answer: ${whyNoAnswer(causeOf(error))}.`, { cause: error });
  }
  // The types of undici's fetch and of Node's are two, their values are one.
}) as unknown as typeof globalThis.fetch;

/**
 * The access token of the user's login at a service, renewed where it ends soon.
 * @returns undefined without a login, or where it is one at another service
 * @throws LoginEndedError; other errors where the provider cannot be asked
 */
export async function accessTokenAt(home: Home, url: string): Promise<string | undefined> {
  const login = await freshLogin(home, { fetch: teamFetch });
  return login?.url === url ? login.accessToken : undefined;
}

/** Proxies of the environment (HTTP_PROXY, HTTPS_PROXY, NO_PROXY), but never between this machine and itself. */
export function dispatcherFor({ hostname }: URL): Dispatcher {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? new Agent() : new EnvHttpProxyAgent();
}

/** The cause behind the `fetch failed` of a call that got no answer. */
export function causeOf(error: unknown): { code?: string; message?: string; name?: string } {
  const { cause } = error as { cause?: unknown };
  return (cause ?? error) as { code?: string; message?: string; name?: string };
}
