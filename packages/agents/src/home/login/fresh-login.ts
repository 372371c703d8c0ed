import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthorizationServer } from 'oauth4webapi';
import { codeOf } from '@memory/text/error-facts';
import type { Home } from '../find-home.ts';
import { isFresh, readLogin, writeLogin, type Login } from './login.ts';

/** So long before its end an access token is renewed. */
const MARGIN_MS = 60_000;

const REQUEST_TIMEOUT_MS = 10_000;

/** A process that renews is done by then, or dead. */
const LOCK_MS = 2 * REQUEST_TIMEOUT_MS;

/** The provider takes the login no longer: somebody has to log in again. */
export class LoginEndedError extends Error {
  constructor(url: string) {
    super(`Your login at ${url} has ended; workspace-memory setup --team ${url} logs in again.`);
  }
}

/**
 * The user's login, renewed where its access token ends soon. Providers take a refresh token once and count a second use
 * as theft, so one process of the user renews, and the others wait for what it writes.
 * @param options.fetch what asks the provider, where that goes through a proxy
 * @returns undefined without a login
 * @throws LoginEndedError; other errors where the provider cannot be asked
 */
export async function freshLogin(
  home: Home,
  { fetch: ask }: { fetch?: typeof fetch } = {},
): Promise<Login | undefined> {
  for (;;) {
    const login = readLogin(home);
    if (!login || isFresh(login, MARGIN_MS)) return login;
    if (login.refreshToken === undefined) {
      if (isFresh(login, 0)) return login;
      throw new LoginEndedError(login.url);
    }
    using lock = takeLock(home);
    if (!lock) {
      await sleep(50);
      continue;
    }
    // Somebody may have renewed it between the look and the lock.
    const current = readLogin(home);
    if (current?.accessToken !== login.accessToken) continue;
    const renewed = await renew(login, ask);
    writeLogin(home, renewed);
    return renewed;
  }
}

async function renew(login: Login, ask: typeof fetch | undefined): Promise<Login> {
  // Loaded here: hooks read a login at every start and renew it once an hour.
  const oauth = await import('oauth4webapi');
  const server: AuthorizationServer = { issuer: login.issuer, token_endpoint: login.tokenEndpoint };
  const client = { client_id: login.clientId };
  const response = await oauth.refreshTokenGrantRequest(
    server,
    client,
    oauth.None(),
    login.refreshToken ?? '',
    {
      signal: () => AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      // Only setup decides whom to trust; a provider on this machine has no certificate.
      [oauth.allowInsecureRequests]: new URL(login.tokenEndpoint).protocol === 'http:',
      ...(ask ? { [oauth.customFetch]: ask } : {}),
      ...(login.resource === undefined ? {} : { additionalParameters: { resource: login.resource } }),
    },
  );
  try {
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    return {
      ...login,
      accessToken: tokens.access_token,
      expiresAt: new Date(Date.now() + (tokens.expires_in ?? 300) * 1_000).toISOString(),
      // A provider that does not rotate sends none: the one there is stays good.
      ...(tokens.refresh_token === undefined ? {} : { refreshToken: tokens.refresh_token }),
    };
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
      throw new LoginEndedError(login.url);
    throw error;
  }
}

/** @returns undefined while another holds it */
function takeLock({ state }: Home): Disposable | undefined {
  const path = join(state, 'login.lock');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const heldFor = Math.abs(Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()));
  if (heldFor > LOCK_MS) rmSync(path, { force: true });
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
  return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
}
