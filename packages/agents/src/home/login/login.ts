import { readFileSync, rmSync } from 'node:fs';
import type { Home } from '../find-home.ts';
import { writeOwnFile } from '../write-own-file.ts';
import { attempt } from '../attempt.ts';

export interface Login {
  /** The service that the tokens are for; they go to no other address. */
  url: string;
  issuer: string;
  tokenEndpoint: string;
  clientId: string;
  /** The resource that tokens are asked for (RFC 8707), where the provider knows it. */
  resource?: string;
  accessToken: string;
  /** ISO 8601, of this machine's clock. */
  expiresAt: string;
  /** Without one the login ends with its access token. */
  refreshToken?: string;
}

export function readLogin({ login }: Home): Login | undefined {
  return attempt(() => JSON.parse(readFileSync(login, 'utf8')) as Login);
}

export const writeLogin = (home: Home, login: Login): void =>
  writeOwnFile(home.login, `${JSON.stringify(login, undefined, 2)}\n`);

export const removeLogin = (home: Home): void => rmSync(home.login, { force: true });

/** Whether its access token is good for some time yet. */
export const isFresh = ({ expiresAt }: Login, marginMs: number): boolean =>
  Date.parse(expiresAt) - Date.now() > marginMs;
