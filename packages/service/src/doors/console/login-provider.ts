import * as oauth from 'oauth4webapi';
import { ServiceError } from '@memory/core';
import type { SessionTokens } from './session-cookies.ts';

export interface LoginSettings {
  issuer: string;
  clientId: string;
  redirectUri: string;
  /** The resource that tokens are asked for; where an operator names scopes, these say it. */
  resource: string;
  scope: string | undefined;
}

/** Where the page sends somebody to log in, and with what beside a state and a challenge of its own. */
export interface LoginPage {
  authorization_endpoint: string;
  parameters: Record<string, string>;
}

/** The provider's answer after a login, and the values that the page had kept for it. */
export interface LoginAnswer {
  query: string;
  state: string;
  verifier: string;
}

/** Scopes where none are named: `offline_access` gives a token to renew with. */
const SCOPES = ['openid', 'offline_access'];

const TIMEOUT_MS = 5_000;

/** By issuer; a failure is tried again by the next who asks. */
const servers = new Map<string, Promise<oauth.AuthorizationServer>>();

/** The OpenID provider as the console's function talks to it: a public client, with PKCE. */
export class LoginProvider {
  readonly #settings: LoginSettings;
  readonly #client: oauth.Client;

  constructor(settings: LoginSettings) {
    this.#settings = settings;
    this.#client = { client_id: settings.clientId };
  }

  /** @throws upstream_unavailable */
  async page(): Promise<LoginPage> {
    const server = await this.#server();
    const scopes = this.#scopes(server);
    return {
      authorization_endpoint: server.authorization_endpoint ?? '',
      parameters: {
        client_id: this.#client.client_id,
        redirect_uri: this.#settings.redirectUri,
        response_type: 'code',
        scope: scopes.join(' '),
        ...this.#resource(),
        // OpenID Connect Core 11: without it a provider may give no token to renew with.
        ...(scopes.includes('offline_access') ? { prompt: 'consent' } : {}),
      },
    };
  }

  /** @throws authentication_failed, upstream_unavailable */
  async redeem({ query, state, verifier }: LoginAnswer): Promise<SessionTokens> {
    const server = await this.#server();
    return speaking(async () => {
      const parameters = oauth.validateAuthResponse(server, this.#client, new URLSearchParams(query), state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        oauth.None(),
        parameters,
        this.#settings.redirectUri,
        verifier,
        this.#options(),
      );
      return tokensOf(await oauth.processAuthorizationCodeResponse(server, this.#client, response));
    });
  }

  /** @throws authentication_failed, upstream_unavailable */
  async renew(refreshToken: string): Promise<SessionTokens> {
    const server = await this.#server();
    return speaking(async () => {
      const response = await oauth.refreshTokenGrantRequest(
        server,
        this.#client,
        oauth.None(),
        refreshToken,
        this.#options(),
      );
      return {
        refreshToken,
        ...tokensOf(await oauth.processRefreshTokenResponse(server, this.#client, response)),
      };
    });
  }

  /** Ends what a token to renew with could still give, where the provider can. */
  async revoke(refreshToken: string): Promise<void> {
    const server = await this.#server();
    if (server.revocation_endpoint === undefined) return;
    const response = await oauth.revocationRequest(
      server,
      this.#client,
      oauth.None(),
      refreshToken,
      asked(this.#settings.issuer),
    );
    await oauth.processRevocationResponse(response);
  }

  #server(): Promise<oauth.AuthorizationServer> {
    const { issuer } = this.#settings;
    const found = servers.get(issuer) ?? speaking(() => discover(issuer));
    servers.set(issuer, found);
    found.catch(() => servers.delete(issuer));
    return found;
  }

  #scopes({ scopes_supported: known }: oauth.AuthorizationServer): readonly string[] {
    const { scope } = this.#settings;
    if (scope !== undefined) return scope.split(' ');
    return known ? SCOPES.filter((name) => known.includes(name)) : SCOPES;
  }

  #resource(): Record<string, string> {
    const { scope, resource } = this.#settings;
    return scope === undefined ? { resource } : {};
  }

  #options() {
    return { ...asked(this.#settings.issuer), additionalParameters: this.#resource() };
  }
}

async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const identifier = new URL(issuer);
  return oauth.processDiscoveryResponse(identifier, await oauth.discoveryRequest(identifier, asked(issuer)));
}

const asked = (issuer: string) => ({
  // A provider on this machine needs no certificate.
  [oauth.allowInsecureRequests]: ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname),
  signal: () => AbortSignal.timeout(TIMEOUT_MS),
});

const tokensOf = ({
  access_token,
  expires_in,
  refresh_token,
}: oauth.TokenEndpointResponse): SessionTokens => ({
  accessToken: access_token,
  accessSeconds: expires_in ?? 300,
  ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
});

/** Has the provider's refusals say what they are; whatever else happens, it could not be reached. */
async function speaking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { error: code, error_description: description } = error as {
      error?: unknown;
      error_description?: unknown;
    };
    const words = description ?? code;
    if (typeof words === 'string')
      throw new ServiceError('authentication_failed', `The login was refused: ${words.slice(0, 300)}.`);
    if (error instanceof oauth.OperationProcessingError)
      throw new ServiceError('authentication_failed', 'The login was not completed; log in again.');
    throw new ServiceError('upstream_unavailable', 'The login provider cannot be reached; try again.', {
      retryAfterSeconds: 5,
    });
  }
}
