import type { Home } from '../home/find-home.ts';
import { freshLogin } from '../home/login/fresh-login.ts';
import { whyNoAnswer } from '../home/why-no-answer.ts';

const TIMEOUT_MS = 15_000;

/** Asks a service or a provider, through the proxy of the environment. @throws with the reason when there is no answer */
export const teamFetch = (async (input: string, init?: RequestInit) => {
  const target = new URL(input);
  try {
    const fetch = await fetchFor(target);
    return await fetch(target, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init });
  } catch (error) {
    throw new Error(`${target.origin} gives no answer: ${whyNoAnswer(causeOf(error))}.`, { cause: error });
  }
}) as typeof fetch;

/**
 * The access token of the user's login at a service, renewed where it ends soon.
 * @returns undefined without a login, or where it is one at another service
 * @throws LoginEndedError; other errors where the provider cannot be asked
 */
export async function accessTokenAt(home: Home, url: string): Promise<string | undefined> {
  const login = await freshLogin(home, { fetch: teamFetch });
  return login?.url === url ? login.accessToken : undefined;
}

const PROXIES = ['http_proxy', 'https_proxy'] as const;
const OWN_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The fetch for a host: Node's own or, where the environment names a proxy (HTTP_PROXY, HTTPS_PROXY, NO_PROXY), one that goes
 * through that, but never between this machine and itself. It takes a twentieth of a second to load.
 */
export async function fetchFor({ hostname }: URL): Promise<typeof fetch> {
  if (!PROXIES.some((name) => process.env[name] || process.env[name.toUpperCase()])) return fetch;
  const { fetch: send, Agent, EnvHttpProxyAgent } = await import('undici');
  const dispatcher = OWN_HOSTS.has(hostname) ? new Agent() : new EnvHttpProxyAgent();
  // The types of undici's fetch and of Node's are two, their values are one.
  return ((input: URL, init?: object) => send(input, { ...init, dispatcher })) as unknown as typeof fetch;
}

/** The cause behind the `fetch failed` of a call that got no answer. */
export function causeOf(error: unknown): { code?: string; message?: string; name?: string } {
  const { cause } = error as { cause?: unknown };
  return (cause ?? error) as { code?: string; message?: string; name?: string };
}
