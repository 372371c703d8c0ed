import { OAUTH_METADATA_PATHS } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { callTool, createServer, readResource, serveRequest, servedTools } from '@memory/mcp';
import { tools, type ToolName, type ToolRow } from '@memory/contracts/tools';
import { describeDefect } from '../describe-defect.ts';
import type { EndpointEvent, EndpointHandler, EndpointResult } from '../endpoint-context.ts';
import { serve } from '../endpoint.ts';
import { jsonReply, toRefusal, withHeaders } from '../middleware/reply.ts';
import { boundToolResult } from './bound-tool-result.ts';
import { mcpRefusal } from './mcp-refusal.ts';
import { nameAsked } from './name-asked.ts';
import { checkHost, checkOrigin } from './origin.ts';
import { protectedResource } from './protected-resource.ts';
import { readCredentials } from './read-credentials.ts';
import { readMessage, type McpMessage } from './read-message.ts';
import { resolveCaller, type CallerOrRefusal } from './resolve-caller.ts';

/**
 * The tool server: POST /mcp, and the two places that say whose tokens it takes. Only what reads or writes the workspace
 * looks the key up: the lists and the handshake go by its form, and touch neither database nor model.
 */
export function mcpEndpoint(): EndpointHandler {
  return (event, context) =>
    serve('POST /mcp', event, context, async (prepared) => withHeaders(prepared, await answer(prepared)));
}

async function answer(event: EndpointEvent): Promise<EndpointResult> {
  try {
    checkHost(event);
    if (isMetadata(event.rawPath)) return protectedResource(event);
    return await answerMessage(event);
  } catch (error) {
    const refusal = toRefusal(error);
    if (!refusal)
      event.state.services.log.error('The request failed', {
        requestId: event.state.requestId,
        error: describeDefect(error),
      });
    return mcpRefusal(refusal, event);
  }
}

const isMetadata = (path: string) => OAUTH_METADATA_PATHS.some((known) => known === path);

async function answerMessage(event: EndpointEvent): Promise<EndpointResult> {
  checkOrigin(event);
  const credentials = await readCredentials(event);
  if (event.requestContext.http.method !== 'POST')
    throw new ServiceError('method_not_allowed', 'This server keeps no streams and no sessions: POST only.', {
      allow: ['POST'],
    });
  const message = readMessage(event);
  if (!message) return NOT_A_MESSAGE;
  event.state.asked = nameAsked(message);
  const row = rowOf(message.toolName);
  const caller = WORKSPACE_METHODS.has(message.method)
    ? await resolveCaller(event, credentials, {
        rateClass: row?.rate ?? 'read',
        named: [message.workspaceId, queriedWorkspace(event)].filter((id) => id !== undefined),
      })
    : NOBODY;
  return exchange(event, message, caller);
}

/** What reads or writes the workspace; all else is the same for everybody. */
const WORKSPACE_METHODS = new Set(['tools/call', 'resources/read']);

const NOBODY: CallerOrRefusal = () => {
  throw new Error('This method was not expected to need a caller.');
};

const NOT_A_MESSAGE = jsonReply(400, {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_700, message: 'The body should be one JSON-RPC message.' },
});

async function exchange(
  event: EndpointEvent,
  message: McpMessage,
  caller: CallerOrRefusal,
): Promise<EndpointResult> {
  const { services } = event.state;
  const { settings, mcp, log } = services;
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
  const response = await serveRequest(
    toRequest(event),
    message.body,
    () =>
      createServer({
        version: settings.version,
        form: settings.memoryIdForm,
        profile: mcp.profile,
        only: message.toolName,
        call: (name, given) =>
          keepingFailure(async () =>
            boundToolResult(await callTool(requireTool(name), services, caller, given), {
              acceptEncoding: event.headers['accept-encoding'],
              bytesMax: services.replyBytesMax,
            }),
          ),
        read: (uri) => keepingFailure(() => readResource(services, caller, uri)),
      }),
    (error) => log.warn('MCP refused a message', { requestId: event.state.requestId, error: error.name }),
  );
  if (failure !== undefined) throw failure;
  return toResult(response);
}

const rowOf = (name: string | undefined): ToolRow | undefined =>
  name !== undefined && Object.hasOwn(tools, name) ? tools[name as ToolName] : undefined;

function requireTool(name: ToolName) {
  const tool = servedTools.get(name);
  if (!tool) throw new Error(`The tool ${name} was offered and is not served.`);
  return { row: tools[name], tool };
}

const queriedWorkspace = ({ rawQueryString }: EndpointEvent) =>
  new URLSearchParams(rawQueryString).get('workspace_id') ?? undefined;

/** The SDK wants one and reads nothing of it. */
const ANY_ADDRESS = 'https://localhost/mcp';

/** The message as the SDK reads it; the body goes beside it, parsed. */
function toRequest(event: EndpointEvent): Request {
  const protocol = Object.entries(event.headers).filter(([name]) => name.startsWith('mcp-'));
  return new Request(ANY_ADDRESS, {
    method: 'POST',
    headers: {
      ...(Object.fromEntries(protocol) as Record<string, string>),
      'content-type': event.headers['content-type'] ?? 'application/json',
      // There is one kind of answer, whatever a client is ready for.
      accept: 'application/json, text/event-stream',
    },
  });
}

async function toResult(response: Response): Promise<EndpointResult> {
  const contentType = response.headers.get('content-type');
  return {
    statusCode: response.status,
    ...(contentType ? { headers: { 'content-type': contentType } } : {}),
    body: await response.text(),
  };
}
