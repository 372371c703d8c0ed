import { tools } from '@memory/contracts/tools';
import type { McpMessage } from './read-message.ts';

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

/** What a message asks for, as a log line may say it: the name of a tool or method that is known, never what was sent. */
export function nameAsked({ method, toolName }: Pick<McpMessage, 'method' | 'toolName'>): string {
  const isKnown = toolName === undefined ? METHODS.has(method) : Object.hasOwn(tools, toolName);
  return isKnown ? (toolName ?? method) : 'unknown';
}
