import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import { say } from '../../command/print.ts';
import { isThisMachine, mayOpenPage, openPage, safeAddress } from '../../connection/addresses.ts';
import { teamFetch } from '../../connection/team-fetch.ts';
import type { Login } from '../../home/login/login.ts';
import type { OfferedLogin } from './offered-login.ts';
import packageJson from '../../../package.json' with { type: 'json' };

/** A password, a second factor, and somebody who is called away. */
const LOGIN_WITHIN_MS = 10 * 60_000;

/** Scopes where the service names none: `offline_access` gives a token to renew with. */
const SCOPES = ['openid', 'offline_access'];

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * Logs in at the provider of a service: in the browser of this machine, with PKCE and a redirect to this process (RFC 8252), or,
 * where none can be opened, in any browser with a code that is shown (RFC 8628).
 * @param options.device by a code even where a browser could be opened
 * @throws with what helps
 */
export async function logIn(
  url: string,
  offered: OfferedLogin,
  { device = false }: { device?: boolean } = {},
): Promise<Login> {
  const flow = new Flow(await discover(offered.issuer), offered);
  const takesCodes = flow.server.device_authorization_endpoint !== undefined;
  if (device && !takesCodes)
    throw new Error(`${offered.issuer} gives no codes for other devices: leave --device out.`);
  const tokens = device || (takesCodes && !mayOpenPage()) ? await flow.byCode() : await flow.byBrowser();
  const { token_endpoint: tokenEndpoint = '' } = flow.server;
  return {
    url,
    issuer: offered.issuer,
    tokenEndpoint,
    clientId: tokens.clientId,
    ...(flow.resource === undefined ? {} : { resource: flow.resource }),
    accessToken: tokens.access_token,
    expiresAt: new Date(Date.now() + (tokens.expires_in ?? 300) * 1_000).toISOString(),
    ...(tokens.refresh_token === undefined ? {} : { refreshToken: tokens.refresh_token }),
  };
}

const asked = (address: string) => ({
  [oauth.customFetch]: teamFetch as never,
  [oauth.allowInsecureRequests]: isThisMachine(new URL(address)),
});

/** Addresses that a provider names and this machine asks or opens. */
const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'device_authorization_endpoint',
] as const;

async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const identifier = safeAddress(issuer, 'The provider of logins');
  const response = await oauth.discoveryRequest(identifier, asked(issuer));
  const server = await oauth.processDiscoveryResponse(identifier, response);
  for (const name of ENDPOINTS)
    if (server[name] !== undefined) safeAddress(server[name], `The ${name} of ${issuer}`);
  return server;
}

type Tokens = oauth.TokenEndpointResponse & { clientId: string };

class Flow {
  readonly server: oauth.AuthorizationServer;
  /** The resource that tokens are asked for: where an operator names scopes, these say it. */
  readonly resource: string | undefined;
  readonly #offered: OfferedLogin;

  constructor(server: oauth.AuthorizationServer, offered: OfferedLogin) {
    this.server = server;
    this.#offered = offered;
    this.resource = offered.scope === undefined ? offered.resource : undefined;
  }

  async byBrowser(): Promise<Tokens> {
    const { server } = this;
    if (server.authorization_endpoint === undefined)
      throw new Error(`${server.issuer} has no page to log in at.`);
    await using redirect = await awaitRedirect(LOGIN_WITHIN_MS);
    const client = await this.#client({ redirect_uris: [redirect.uri], grant_types: ['authorization_code'] });
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const page = new URL(server.authorization_endpoint);
    for (const [name, value] of Object.entries({
      ...this.#parameters(),
      client_id: client.client_id,
      redirect_uri: redirect.uri,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      // OpenID Connect Core 11: without it a provider may give no token to renew with.
      ...(this.#scopes().includes('offline_access') ? { prompt: 'consent' } : {}),
    }))
      page.searchParams.set(name, value);
    say(`Log in in your browser:\n\n  ${page.href}\n`);
    openPage(page);
    const answer = await redirect.parameters;
    const parameters = this.#refusals(() => oauth.validateAuthResponse(server, client, answer, state));
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirect.uri,
      verifier,
      { ...asked(server.issuer), ...this.#resourceParameter() },
    );
    return { ...(await oauth.processAuthorizationCodeResponse(server, client, response)), ...idOf(client) };
  }

  async byCode(): Promise<Tokens> {
    const { server } = this;
    const client = await this.#client({ grant_types: [DEVICE_GRANT] });
    const device = await oauth.processDeviceAuthorizationResponse(
      server,
      client,
      await oauth.deviceAuthorizationRequest(
        server,
        client,
        oauth.None(),
        this.#parameters(),
        asked(server.issuer),
      ),
    );
    const page = safeAddress(device.verification_uri_complete ?? device.verification_uri, 'The page');
    say(`Log in in any browser:\n\n  ${page.href}\n\nand confirm the code ${device.user_code}.\n`);
    const endsAt = performance.now() + Math.min(device.expires_in * 1_000, LOGIN_WITHIN_MS);
    let waitS = device.interval ?? 5;
    while (performance.now() < endsAt) {
      await new Promise((done) => setTimeout(done, waitS * 1_000));
      const response = await oauth.deviceCodeGrantRequest(server, client, oauth.None(), device.device_code, {
        ...asked(server.issuer),
        ...this.#resourceParameter(),
      });
      try {
        return { ...(await oauth.processDeviceCodeResponse(server, client, response)), ...idOf(client) };
      } catch (error) {
        if (!(error instanceof oauth.ResponseBodyError)) throw error;
        if (error.error === 'slow_down') waitS += 5;
        else if (error.error !== 'authorization_pending') throw refused(error.error, error.error_description);
      }
    }
    throw new Error('Nobody logged in in time.');
  }

  /** The client that the service names, or one that is registered for this machine (RFC 7591). */
  async #client(metadata: { redirect_uris?: string[]; grant_types: string[] }): Promise<oauth.Client> {
    const { server } = this;
    const { clientId } = this.#offered;
    if (clientId !== undefined) return { client_id: clientId };
    if (server.registration_endpoint === undefined)
      throw new Error(
        `The service names no client for logins, and ${server.issuer} registers none. Ask its operator to set OAUTH_CLIENT_ID, or use a key in WORKSPACE_MEMORY_API_TOKEN.`,
      );
    return oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        {
          client_name: 'Workspace Memory',
          software_version: packageJson.version,
          application_type: 'native',
          token_endpoint_auth_method: 'none',
          response_types: metadata.redirect_uris ? ['code'] : [],
          redirect_uris: metadata.redirect_uris ?? [],
          grant_types: [...metadata.grant_types, 'refresh_token'],
          scope: this.#scopes().join(' '),
        },
        asked(server.issuer),
      ),
    );
  }

  #scopes(): readonly string[] {
    const { scope } = this.#offered;
    if (scope !== undefined) return scope.split(' ');
    const { scopes_supported: known } = this.server;
    return known ? SCOPES.filter((name) => known.includes(name)) : SCOPES;
  }

  #parameters(): Record<string, string> {
    return {
      scope: this.#scopes().join(' '),
      ...(this.resource === undefined ? {} : { resource: this.resource }),
    };
  }

  #resourceParameter() {
    return this.resource === undefined ? {} : { additionalParameters: { resource: this.resource } };
  }

  #refusals<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError)
        throw refused(error.error, error.error_description);
      throw error;
    }
  }
}

const idOf = ({ client_id: clientId }: oauth.Client) => ({ clientId });

const refused = (code: string, description: string | undefined): Error =>
  new Error(`The login was refused: ${description ?? code}.`);

const PAGE = `<!doctype html><meta charset="utf-8"><title>Workspace Memory</title>
<p>You can close this page; the terminal says how it went.</p>`;

interface Redirect extends AsyncDisposable {
  /** Where the provider sends the browser to: a loopback address, whose port providers let vary (RFC 8252 7.3). */
  uri: string;
  parameters: Promise<URLSearchParams>;
}

/** Listens on this machine alone, for the one answer of a login. */
async function awaitRedirect(withinMs: number): Promise<Redirect> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const { promise, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  // It may be refused before anybody waits for it.
  promise.catch(() => undefined);
  const timer = setTimeout(() => reject(new Error('Nobody logged in in time.')), withinMs);
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', uri);
    const isAnswer = pathname === '/callback' && (searchParams.has('code') || searchParams.has('error'));
    response
      .writeHead(isAnswer ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', connection: 'close' })
      .end(isAnswer ? PAGE : '');
    if (isAnswer) resolve(searchParams);
  });
  return {
    uri,
    parameters: promise,
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer);
      server.close();
      await once(server, 'close');
    },
  };
}
