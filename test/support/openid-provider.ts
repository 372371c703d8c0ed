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
      devInteractions: { enabled: false },
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
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
