import { readBytes } from '../body-limit.ts';
import type { EndpointEvent } from '../endpoint-context.ts';

/** One JSON-RPC message, and what of it decides who must be asked before it is answered. */
export interface McpMessage {
  body: unknown;
  method: string;
  /** Of `tools/call`. */
  toolName: string | undefined;
  /** As the arguments of a call name it. */
  workspaceId: string | undefined;
}

/**
 * @returns undefined when the body is no JSON-RPC message
 * @throws payload_too_large
 */
export function readMessage(event: EndpointEvent): McpMessage | undefined {
  const body = parse(readBytes(event));
  // Batches went out of the protocol in 2025: nothing sends them, and each would need several answers to one key.
  if (!isObject(body)) return undefined;
  const params = isObject(body['params']) ? body['params'] : {};
  const args = isObject(params['arguments']) ? params['arguments'] : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const method = text(body['method']) ?? '';
  return {
    body,
    method,
    toolName: method === 'tools/call' ? text(params['name']) : undefined,
    workspaceId: text(args['workspace_id']),
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
