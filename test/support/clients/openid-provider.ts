import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface OpenIdProvider extends AsyncDisposable {
  issuer: string;
  /** Of every client. */
  clientSecret: string;
  /** An access token of a client by its own credentials: `sub` is the client. */
  tokenFor(subject: string, options?: { resource?: string }): Promise<string>;
  /** Does in a browser what somebody does who logs in: follows a page to its end, whose address it returns. */
  logIn(page: string, subject: string): Promise<string>;
  /** A public client, by its redirect. @returns its id */
  register(redirectUri: string): Promise<string>;
}

const SECRET = 'a secret of the tests';

/** A real OpenID provider on a loopback port: its access tokens are JWTs meant for the resource that was asked for. */
export async function startOpenIdProvider(
  subjects: readonly string[],
  resource: string,
): Promise<OpenIdProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: subjects.map((subject) => ({
      client_id: subject,
      client_secret: SECRET,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    })),
    features: {
      clientCredentials: { enabled: true },
      // Pages that take any name and password, and ask for consent.
      devInteractions: { enabled: true },
      deviceFlow: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        getResourceServerInfo: (_context, audience) => ({
          scope: '',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
        }),
      },
    },
  });
  // Client credentials name no user: the client is the subject.
  const callback = provider.callback();
  server.on('request', (request, response) => void callback(request, response));
  return {
    issuer,
    clientSecret: encodeURIComponent(SECRET),
    async tokenFor(subject, options = {}) {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${subject}:${encodeURIComponent(SECRET)}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          ...(options.resource ? { resource: options.resource } : {}),
        }),
      });
      const body = (await response.json()) as { access_token?: string };
      if (!body.access_token) throw new Error(`The provider gave no token: ${JSON.stringify(body)}`);
      return body.access_token;
    },
    logIn: browse,
    async register(redirectUri) {
      const response = await fetch(`${issuer}/reg`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          application_type: 'native',
          token_endpoint_auth_method: 'none',
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          scope: 'openid offline_access',
        }),
      });
      return ((await response.json()) as { client_id: string }).client_id;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Keeps cookies, follows redirects and sends each form with what stands in it and a name. */
async function browse(page: string, subject: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { url: string; form?: URLSearchParams } | undefined = { url: page };
  let last = page;
  while (next) {
    const { url, form }: { url: string; form?: URLSearchParams } = next;
    last = url;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const html = await response.text();
    const location = response.headers.get('location');
    const action = /<form[^>]*action="([^"]+)"/u.exec(html)?.[1];
    next = location
      ? { url: new URL(location, url).href }
      : action
        ? { url: new URL(action, url).href, form: fill(html, subject) }
        : undefined;
  }
  return last;
}

function fill(html: string, subject: string): URLSearchParams {
  const form = new URLSearchParams({ login: subject, password: 'anything' });
  for (const [input] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/gu)) {
    const name = /name="([^"]*)"/u.exec(input)?.[1];
    if (name !== undefined) form.set(name, /value="([^"]*)"/u.exec(input)?.[1] ?? '');
  }
  // The page of a code asks whether it is the one that was shown.
  form.set('confirm', 'yes');
  return form;
}
