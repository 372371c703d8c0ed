import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { ANCHORS_HEADER, type RateClass } from '@memory/contracts';
import type { Profile } from '@memory/contracts/profiles';
import { allTools, type AnyToolName, type ToolRow } from '@memory/contracts/tools';
import { redactedBefore, ServiceError, type Services } from '@memory/core';
import { readResource } from '../resources/resources.ts';
import { servedTools } from '../tools/index.ts';
import { type Caller, callTool } from './call-tool.ts';
import { createServer } from './create-server.ts';

export interface HandleOptions {
  /** Throws a ServiceError when the workspace could not be told: a refusal that a tool answers. */
  caller: () => Caller;
  services: Services;
  profiles: readonly Profile[];
  /** Headers of the request: those of the protocol say which generation speaks. */
  headers: Record<string, string | undefined>;
  onRefused: (error: Error) => void;
}

/** An answer as HTTP carries it, whatever host it goes through. */
export interface Answer {
  status: number;
  contentType: string | undefined;
  body: string;
}

/** Answers one message of either protocol generation. @throws what is no answer: a defect, or a database that cannot be reached */
export async function handleMessage(
  message: McpMessage,
  { caller, services, profiles, headers, onRefused }: HandleOptions,
): Promise<Answer> {
  // The SDK turns whatever a handler throws into an answer; what is no answer is kept aside here.
  let failure: unknown;
  const keepingFailure = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'service_unavailable') failure = error;
      throw error;
    }
  };
  const makeServer = () =>
    createServer({
      version: services.settings.version,
      form: services.settings.memoryIdForm,
      profiles,
      only: message.toolName,
      call: (name, given) =>
        keepingFailure(() =>
          callTool(requireTool(name), services, caller, {
            args: given,
            redacted: redactedBefore(headers),
            wantsAnchors: headers[ANCHORS_HEADER] === '1',
          }),
        ),
      read: (uri) => keepingFailure(() => readResource(services, caller, uri)),
    });
  const response = await serveRequest(toRequest(headers), message.body, makeServer, onRefused);
  if (failure !== undefined) throw failure;
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? undefined,
    body: await response.text(),
  };
}

function requireTool(name: AnyToolName) {
  const tool = servedTools.get(name);
  if (!tool) throw new Error(`The tool ${name} was offered and is not served.`);
  return { row: allTools[name], tool };
}

/** The SDK wants one and reads nothing of it. */
const ANY_ADDRESS = 'https://localhost/mcp';

/** The message as the SDK reads it; the body goes beside it, parsed. */
function toRequest(headers: HandleOptions['headers']): Request {
  const protocol = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'));
  return new Request(ANY_ADDRESS, {
    method: 'POST',
    headers: {
      ...(Object.fromEntries(protocol) as Record<string, string>),
      'content-type': headers['content-type'] ?? 'application/json',
      // There is one kind of answer, whatever a client is ready for.
      accept: 'application/json, text/event-stream',
    },
  });
}

/**
 * Answers one POST of either protocol generation with plain JSON and keeps nothing: the SDK would answer the earlier
 * generation as an event stream, and the present one only when a tool reports progress, which none of ours does.
 * @param request its body is read from `body`
 * @param body the parsed message
 */
export async function serveRequest(
  request: Request,
  body: unknown,
  makeServer: () => McpServer,
  onError: (error: Error) => void,
): Promise<Response> {
  if (await isLegacyRequest(request, body)) {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    const server = makeServer();
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: body });
    } finally {
      await server.close();
    }
  }
  const handler = createMcpHandler(makeServer, {
    legacy: 'reject',
    // A subscription would hold the connection for ever, and nothing is published here.
    maxSubscriptions: 0,
    onerror: onError,
  });
  return handler.fetch(request, { parsedBody: body });
}

/** One JSON-RPC message, and what of it decides who must be asked before it is answered. */
interface McpMessage {
  body: unknown;
  method: string;
  /** Of `tools/call`. */
  toolName: string | undefined;
  /** As the arguments of a call name it. */
  workspaceId: string | undefined;
  /** Whether it reads or writes the workspace; all else is the same for everybody. */
  needsCaller: boolean;
  rate: RateClass;
  /** The wanted tool or method, as a log line may say it: a known name, never what was sent. */
  asked: string;
}

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

/** Methods of clients of either protocol generation for a server with tools, prompts and resources. */
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
