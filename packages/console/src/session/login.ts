/** How somebody logs in where the console is served with logins, as the host says to who is not signed in. */
export interface LoginOffer {
  authorization_endpoint: string;
  parameters: Record<string, string>;
}

/** State of a login while somebody is away at the provider: a value that none but the page knows, and where to go on. */
interface Pending {
  state: string;
  verifier: string;
  path: string;
}

const PENDING = 'workspace-memory-login';

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Goes to the provider's page (authorization code with PKCE); what is typed stays in the page's storage. */
export async function beginLogin({ authorization_endpoint, parameters }: LoginOffer): Promise<void> {
  const pending: Pending = {
    state: random(),
    verifier: random(),
    path: location.pathname + location.search,
  };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier));
  const page = new URL(authorization_endpoint);
  for (const [name, value] of Object.entries({
    ...parameters,
    state: pending.state,
    code_challenge: base64url(new Uint8Array(challenge)),
    code_challenge_method: 'S256',
  }))
    page.searchParams.set(name, value);
  location.assign(page);
}

/** The provider's answer with this page, once: it leaves the address, and with it the browser's history. */
export function takeAnswer(): { query: string; state: string; verifier: string } | undefined {
  const kept = sessionStorage.getItem(PENDING);
  const query = location.search;
  if (kept === null || !new URLSearchParams(query).has('state')) return undefined;
  sessionStorage.removeItem(PENDING);
  const { state, verifier, path } = JSON.parse(kept) as Pending;
  history.replaceState(null, '', path);
  return { query, state, verifier };
}
