export type { CallToolResult } from '@modelcontextprotocol/server';
export { callTool, type Caller } from './server/call-tool.ts';
export { createServer, offeredTools, type McpProfile, type ServerOptions } from './server/create-server.ts';
export { presentError } from './server/tool-result.ts';
export { serveRequest } from './server/serve-request.ts';
export { readResource } from './resources/read-resource.ts';
export { servedTools } from './tools/index.ts';
