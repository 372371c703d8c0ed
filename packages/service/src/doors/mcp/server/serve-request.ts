import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server';

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
