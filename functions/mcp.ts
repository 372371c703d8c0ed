import { mcpEndpoint } from '@memory/service/mcp';

export const handler = mcpEndpoint();
