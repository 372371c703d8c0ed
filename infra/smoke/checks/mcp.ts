import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { MCP_PATH } from '@memory/contracts';
import { expectThat, type SmokeCheck, type SmokeContext } from '../smoke-context.ts';

/** Every profile offers it. */
const SEARCH = 'memory_search';

type Era = 'legacy' | 'modern';

const identity = { name: 'smoke', version: '1.0.0' };

async function connect({ url, key }: SmokeContext, era: Era): Promise<Client> {
  const client = new Client(identity, era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {});
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url + MCP_PATH), { requestInit }));
  return client;
}

const check = (name: string, era: Era): SmokeCheck => ({
  name,
  needs: ['workspace'],
  async run(context) {
    const client = await connect(context, era);
    try {
      expectThat(client.getProtocolEra() === era, 'The service knows only the handshake.');
      const { tools } = await client.listTools();
      expectThat(
        tools.some((tool) => tool.name === SEARCH),
        `Among ${tools.length} tools there is no ${SEARCH}.`,
      );
      const result = await client.callTool({ name: SEARCH, arguments: { query: context.run } });
      expectThat(result.isError !== true, `${SEARCH} answered an error: ${JSON.stringify(result.content)}`);
      return `${tools.length} tools, ${SEARCH} answers`;
    } finally {
      await client.close();
    }
  },
});

/** The manner of clients that open with a handshake. */
export const mcpHandshake = check('MCP, with a handshake', 'legacy');

/** The manner of clients that ask `server/discover` and keep no state. */
export const mcpStateless = check('MCP, stateless', 'modern');
