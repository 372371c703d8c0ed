import { frameRecalled, getIndex, getMemory, neutralLine, ServiceError, type Services } from '@memory/core';
import {
  type McpServer,
  ProtocolError,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { Caller } from '../server/call-tool.ts';

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

const INDEX_URI = 'memory://index';
const MEMORY_URI_TEMPLATE = 'memory://{ref}';

const INDEX_LENGTH = 200;

/** The text of a resource: the index, or one memory by its identifier. Reading counts as nothing. @throws not_found */
export async function readResource(
  services: Services,
  /** Throws a ServiceError when the workspace could not be told. */
  caller: () => Caller,
  uri: string,
): Promise<string> {
  const { workspace } = caller();
  if (uri === INDEX_URI) {
    const { results } = await getIndex(services, workspace, { limit: INDEX_LENGTH });
    const lines = results.map(
      ({ id, memory_id, title, memory_type }) =>
        `- [${memory_type}] ${neutralLine(title)} (${memory_id ?? id})`,
    );
    return frameRecalled(INDEX_URI, lines);
  }
  const memory = await getMemory(services, workspace, {
    ref: uri.slice('memory://'.length),
  });
  const facts = [memory.memory_type, memory.created_at.slice(0, 10), ...memory.source_files];
  return frameRecalled(uri, [
    `# ${neutralLine(memory.title)}`,
    `(${neutralLine(facts.join('; '))})`,
    '',
    memory.narrative,
  ]);
}
