export type { CallToolResult } from '@modelcontextprotocol/server';
export type { Caller } from './server/call-tool.ts';
export { createServer, offeredTools, type McpProfile, type ServerOptions } from './server/create-server.ts';
export { handleMessage } from './server/handle-message.ts';
export { parseMessage } from './server/message.ts';
export { presentError } from './server/tool-result.ts';
export { serveRequest } from './server/serve-request.ts';
