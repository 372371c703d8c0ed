import {
  ProtocolError,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
} from '@modelcontextprotocol/server';
import { ServiceError } from '@memory/core';
import { INDEX_URI, MEMORY_URI_TEMPLATE } from './read-resource.ts';

const INVALID_PARAMS = -32_602;
const MIME_TYPE = 'text/markdown';

/** Offers the index and every memory as resources that a person may attach to a conversation. */
export function registerResources(server: McpServer, read: (uri: string) => Promise<string>): void {
  const contents = async (uri: URL) => ({
    contents: [{ uri: uri.href, mimeType: MIME_TYPE, text: await readOrRefuse(read, uri.href) }],
  });
  server.registerResource(
    'index',
    INDEX_URI,
    {
      title: 'Index of the memory',
      description: 'Titles, types and identifiers of the most important memories.',
      mimeType: MIME_TYPE,
    },
    contents,
  );
  server.registerResource(
    'memory',
    new ResourceTemplate(MEMORY_URI_TEMPLATE, { list: undefined }),
    {
      title: 'A memory',
      description: 'One memory in full, by its identifier.',
      mimeType: MIME_TYPE,
    },
    contents,
  );
}

async function readOrRefuse(read: (uri: string) => Promise<string>, uri: string): Promise<string> {
  try {
    return await read(uri);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'service_unavailable') throw error;
    if (error.code === 'not_found') throw new ResourceNotFoundError(uri, error.message);
    throw new ProtocolError(INVALID_PARAMS, error.message, { code: error.code });
  }
}
