export { mcpEndpoint } from './mcp-endpoint.ts';
