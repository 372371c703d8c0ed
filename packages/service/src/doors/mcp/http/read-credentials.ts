import { hashApiKey, isWellFormedApiKey, ServiceError } from '@memory/core';
import type { EndpointEvent } from '../../http/endpoint-context.ts';
import { mcpUrl } from './addresses.ts';
import { verifyToken } from '../../../login/verify-token.ts';

/** Who calls, as far as it can be told without the database. */
export type Credentials =
  | { kind: 'key'; keyHash: string }
  | { kind: 'token'; issuer: string; subject: string };

const EXPECTED = 'Send `Authorization: Bearer <API_KEY>`.';

/** @throws authentication_failed */
export async function readCredentials(event: EndpointEvent): Promise<Credentials> {
  const header = event.headers['authorization'];
  if (!header)
    throw new ServiceError('authentication_failed', `The Authorization header is missing. ${EXPECTED}`);
  const [, scheme = '', secret = ''] = /^(\S+) (\S+)$/u.exec(header) ?? [];
  if (scheme.toLowerCase() === 'token')
    throw new ServiceError(
      'authentication_failed',
      `The tool server takes the Bearer scheme, not Token. ${EXPECTED}`,
    );
  if (scheme.toLowerCase() !== 'bearer')
    throw new ServiceError('authentication_failed', `The Authorization header is not valid. ${EXPECTED}`);
  if (isWellFormedApiKey(secret)) return { kind: 'key', keyHash: hashApiKey(secret) };
  const { mcp, wrongKeys } = event.state.services;
  const { oauth } = mcp;
  if (!oauth || !secret.includes('.')) throw wrongKeys.refusal(event.requestContext.http.sourceIp);
  return { kind: 'token', ...(await verifyToken(secret, { ...oauth, resource: mcpUrl(event) })) };
}
