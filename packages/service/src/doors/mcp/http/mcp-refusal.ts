import type { ErrorCode } from '@memory/contracts';
import type { ServiceError } from '@memory/core';
import type { EndpointEvent, EndpointResult } from '../../http/endpoint-context.ts';
import { jsonReply } from '../../http/middleware/reply.ts';
import { metadataUrl } from './addresses.ts';

/** A refusal of the tool server as HTTP; 401 and 503 carry their code (decision 14). */
export function mcpRefusal(refusal: ServiceError | undefined, event: EndpointEvent): EndpointResult {
  if (!refusal) return jsonReply(500, { detail: 'Something went wrong on our side.' });
  const { code, status, message: detail, options } = refusal;
  const told = TOLD[code];
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (options.retryAfterSeconds !== undefined) headers['retry-after'] = String(options.retryAfterSeconds);
  if (options.allow) headers['allow'] = options.allow.join(', ');
  if (status === 401) headers['www-authenticate'] = challenge(event);
  return { ...jsonReply(status, { detail, ...(told ? { code: told } : {}) }), headers };
}

/** What a client of the tool server is told; all other refusals are known by their status (decision 14). */
const TOLD: Partial<Record<ErrorCode, ErrorCode>> = {
  authentication_failed: 'authentication_failed',
  service_unavailable: 'upstream_unavailable',
  upstream_unavailable: 'upstream_unavailable',
};

function challenge(event: EndpointEvent): string {
  const parameters = ['realm="workspace-memory"'];
  if (event.headers['authorization']) parameters.push('error="invalid_token"');
  if (event.state.services.mcp.oauth) parameters.push(`resource_metadata="${metadataUrl(event)}"`);
  return `Bearer ${parameters.join(', ')}`;
}
