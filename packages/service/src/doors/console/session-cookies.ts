import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { CONSOLE_SESSION_PATH } from '@memory/contracts/console';
import { ServiceError } from '@memory/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The access token. A name with this prefix is taken from this very host only, over TLS, and from no parent domain. */
const ACCESS = '__Host-wm_console';

/** Cookie of the renewal: sent to the session's own path alone. */
const RENEWAL = '__Secure-wm_renewal';

/** A token to renew with is the provider's to end; a browser that was away for longer logs in again. */
const RENEWAL_SECONDS = 14 * 24 * 60 * 60;

/** Browsers keep 4,096 bytes of a cookie, name and attributes included. */
const VALUE_BYTES_MAX = 3_900;

export interface SessionTokens {
  accessToken: string;
  accessSeconds: number;
  refreshToken?: string | undefined;
}

/** A proof that only pages of the console's origin have. */
export const makeProof = (): string => randomBytes(32).toString('base64url');

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const isEqual = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Cookies of a session: each token with the digest of the proof that it is of use with. @throws authentication_failed */
export function sessionCookies(
  { accessToken, accessSeconds, refreshToken }: SessionTokens,
  proof: string,
): string[] {
  const bound = (token: string) => `${digest(proof)}.${token}`;
  const values = [accessToken, refreshToken ?? ''].map(bound);
  if (values.some((value) => value.length > VALUE_BYTES_MAX))
    throw new ServiceError(
      'authentication_failed',
      'The tokens of this login are too long for a cookie: have the provider put fewer claims into them.',
    );
  return [
    `${ACCESS}=${bound(accessToken)}; ${attributes('/', accessSeconds)}`,
    ...(refreshToken === undefined
      ? []
      : [`${RENEWAL}=${bound(refreshToken)}; ${attributes(CONSOLE_SESSION_PATH, RENEWAL_SECONDS)}`]),
  ];
}

export const endedCookies = (): string[] => [
  `${ACCESS}=; ${attributes('/', 0)}`,
  `${RENEWAL}=; ${attributes(CONSOLE_SESSION_PATH, 0)}`,
];

const attributes = (path: string, seconds: number): string =>
  `Path=${path}; Secure; HttpOnly; SameSite=Strict; Max-Age=${Math.floor(seconds)}`;

/** @returns the access token; undefined where there is none, or the proof is that of another */
export const accessToken = (event: APIGatewayProxyEventV2, proof: string): string | undefined =>
  tokenIn(event, ACCESS, proof);

export const renewalToken = (event: APIGatewayProxyEventV2, proof: string): string | undefined =>
  tokenIn(event, RENEWAL, proof);

function tokenIn(event: APIGatewayProxyEventV2, name: string, proof: string): string | undefined {
  const pairs = event.cookies ?? event.headers['cookie']?.split(';') ?? [];
  const pair = pairs.map((each) => each.trim()).find((each) => each.startsWith(`${name}=`));
  const value = pair?.slice(name.length + 1) ?? '';
  const end = value.indexOf('.');
  return end > 0 && proof !== '' && isEqual(value.slice(0, end), digest(proof))
    ? value.slice(end + 1)
    : undefined;
}
