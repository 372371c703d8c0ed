import type { RateClass } from '@memory/contracts';
import { allTools, type AnyToolName, type ToolRow } from '@memory/contracts/tools';

/** One JSON-RPC message, and what of it decides who must be asked before it is answered. */
export interface McpMessage {
  body: unknown;
  method: string;
  /** Of `tools/call`. */
  toolName: string | undefined;
  /** As the arguments of a call name it. */
  workspaceId: string | undefined;
  /** Whether it reads or writes the workspace; all else is the same for everybody. */
  needsCaller: boolean;
  rate: RateClass;
  /** What it asks for, as a log line may say it: the name of a tool or method that is known, never what was sent. */
  asked: string;
}

/** @returns undefined when the value is no JSON-RPC message */
export function parseMessage(body: unknown): McpMessage | undefined {
  // Batches went out of the protocol in 2025: nothing sends them, and each would need several answers to one key.
  if (!isObject(body)) return undefined;
  const params = isObject(body['params']) ? body['params'] : {};
  const args = isObject(params['arguments']) ? params['arguments'] : {};
  const method = textOf(body['method']) ?? '';
  const toolName = method === 'tools/call' ? textOf(params['name']) : undefined;
  return {
    body,
    method,
    toolName,
    workspaceId: textOf(args['workspace_id']),
    needsCaller: WORKSPACE_METHODS.has(method),
    rate: rowOf(toolName)?.rate ?? 'read',
    asked: nameAsked(method, toolName),
  };
}

const WORKSPACE_METHODS = new Set(['tools/call', 'resources/read']);

/** What clients of either protocol generation send to a server that offers tools, prompts and resources. */
const METHODS: ReadonlySet<string> = new Set([
  'completion/complete',
  'initialize',
  'logging/setLevel',
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/progress',
  'notifications/roots/list_changed',
  'ping',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'server/discover',
  'subscriptions/listen',
  'tools/list',
]);

function nameAsked(method: string, toolName: string | undefined): string {
  const isKnown = toolName === undefined ? METHODS.has(method) : rowOf(toolName) !== undefined;
  return isKnown ? (toolName ?? method) : 'unknown';
}

const rowOf = (name: string | undefined): ToolRow | undefined =>
  name !== undefined && Object.hasOwn(allTools, name) ? allTools[name as AnyToolName] : undefined;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
