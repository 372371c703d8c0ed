import { describe, expect } from 'vitest';
import { toolEntries } from '@memory/contracts/tools';
import { CLIENT_KINDS } from '../support/clients/every-client.ts';
import { expectAnswer, expectRefusal } from '../support/clients/expect-tool-result.ts';
import { testWithService } from '../host/service.ts';
import { sharedToolCalls } from '../support/clients/tool-calls.ts';
import { verifiesWith } from '../support/verifies.ts';
import { wrongToolArguments } from '../support/clients/wrong-tool-arguments.ts';

const verifies = verifiesWith(testWithService);

const all = toolEntries.map(([name]) => name);

const prepare = sharedToolCalls();

describe.each(CLIENT_KINDS)('$name', ({ transport, connect }) => {
  const offered = toolEntries.flatMap(([name, row]) => (row.transports.includes(transport) ? [name] : []));

  verifies(
    ['mcp.clients.every-tool', 'mcp.schemas.output-holds', 'mcp.result.structured'],
    async ({ service: own }) => {
      const { service, calls } = await prepare(own);
      const client = await connect(service);
      // Having the list, a client holds every answer against the schema of its tool too, and throws when it does not fit.
      const listed = (await client.listTools()).tools.map(({ name }) => name);
      expect(listed).toEqual(offered);
      expect(listed).toHaveLength(transport === 'http' ? 24 : 26);
      for (const name of offered) {
        const { args, fact } = calls[name];
        expectAnswer(name, await client.callTool({ name, arguments: args }), fact);
      }
    },
  );

  verifies(['mcp.clients.every-refusal', 'mcp.result.error'], async ({ service }) => {
    const wrong = wrongToolArguments(service.form);
    const client = await connect(service);
    await client.listTools();
    for (const name of offered) {
      const { args, ...expected } = wrong[name];
      expectRefusal(name, await client.callTool({ name, arguments: args }), expected);
    }
  });

  verifies('mcp.tools.other-transport', async ({ service }) => {
    const client = await connect(service);
    const others = all.filter((name) => !offered.includes(name));
    expect(others).toHaveLength(transport === 'http' ? 4 : 2);
    for (const name of others)
      await expect(client.callTool({ name, arguments: {} }), name).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining(name),
      });
  });
});
