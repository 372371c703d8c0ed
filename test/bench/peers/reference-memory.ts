import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { InstalledPeers } from './install-peers.ts';
import type { OpenPeer } from './peer.ts';

/** The MCP project's own memory server over stdio: it looks for the whole query as a piece of text. */
export const openReferenceMemory =
  (installed: InstalledPeers): OpenPeer =>
  async (documents, folder) => {
    const file = join(folder, 'memory.jsonl');
    writeFileSync(
      file,
      documents
        .map(({ id, title, narrative }) =>
          JSON.stringify({
            type: 'entity',
            name: id,
            entityType: 'memory',
            observations: [title, narrative],
          }),
        )
        .join('\n'),
    );
    const client = new Client({ name: 'bench', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [installed.path('@modelcontextprotocol/server-memory/dist/index.js')],
        env: { MEMORY_FILE_PATH: file },
        stderr: 'ignore',
      }),
    );
    return {
      name: 'MCP reference memory',
      search: async ({ text }, limit) => {
        const { structuredContent } = await client.callTool({
          name: 'search_nodes',
          arguments: { query: text },
        });
        const { entities = [] } = (structuredContent ?? {}) as { entities?: { name: string }[] };
        return entities.slice(0, limit).map(({ name }) => name);
      },
      close: () => client.close(),
    };
  };
