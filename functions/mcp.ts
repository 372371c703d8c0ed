import { mcpEndpoint } from '@memory/service/mcp';

/** /mcp: the tools over Streamable HTTP; and the metadata that OAuth clients look for. */
export const handler = mcpEndpoint();
