export { mcpEndpoint } from './http/mcp-endpoint.ts';
