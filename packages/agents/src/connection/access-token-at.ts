import { freshLogin } from '../home/login/fresh-login.ts';
import type { Home } from '../home/find-home.ts';
import { teamFetch } from './team-fetch.ts';

/**
 * The access token of the user's login at a service, renewed where it ends soon.
 * @returns undefined without a login, or where it is one at another service
 * @throws LoginEndedError; other errors where the provider cannot be asked
 */
export async function accessTokenAt(home: Home, url: string): Promise<string | undefined> {
  const login = await freshLogin(home, { fetch: teamFetch });
  return login?.url === url ? login.accessToken : undefined;
}
