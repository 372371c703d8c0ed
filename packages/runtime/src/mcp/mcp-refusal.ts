import type { ServiceError } from '@memory/core';
import type { EndpointEvent, EndpointResult } from '../endpoint-context.ts';
import { jsonReply } from '../middleware/reply.ts';
import { metadataUrl } from './addresses.ts';

/** A refusal of the tool server as HTTP; 401 and 503 carry their code (decision 14). */
export function mcpRefusal(refusal: ServiceError | undefined, event: EndpointEvent): EndpointResult {
  if (!refusal) return jsonReply(500, { detail: 'Something went wrong on our side.' });
  const { status, message: detail, options } = refusal;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (options.retryAfterSeconds !== undefined) headers['retry-after'] = String(options.retryAfterSeconds);
  if (options.allow) headers['allow'] = options.allow.join(', ');
  if (status === 401) headers['www-authenticate'] = challenge(event);
  return { ...jsonReply(status, { detail, ...code(status) }), headers };
}

function code(status: number): { code?: string } {
  if (status === 401) return { code: 'authentication_failed' };
  return status === 503 ? { code: 'upstream_unavailable' } : {};
}

function challenge(event: EndpointEvent): string {
  const parameters = ['realm="workspace-memory"'];
  if (event.headers['authorization']) parameters.push('error="invalid_token"');
  if (event.state.services.mcp.oauth) parameters.push(`resource_metadata="${metadataUrl(event)}"`);
  return `Bearer ${parameters.join(', ')}`;
}
