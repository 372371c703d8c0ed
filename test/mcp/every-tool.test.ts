import { expect } from 'vitest';
import { toolEntries } from '@memory/contracts/tools';
import { CLIENT_KINDS } from '../support/clients/every-client.ts';
import { expectAnswer, expectRefusal } from '../support/clients/expect-tool-result.ts';
import { testWithService } from '../host/service.ts';
import { sharedToolCalls } from '../support/clients/tool-calls.ts';
import { isWhole } from '../support/portion.ts';
import { verifiesInBothForms } from '../support/verifies.ts';
import { wrongToolArguments } from '../support/clients/wrong-tool-arguments.ts';

const inBothForms = verifiesInBothForms(testWithService);

const all = toolEntries.map(([name]) => name);

const prepare = sharedToolCalls();

/** Identifiers are the same to every client, so form B has one of each transport. */
const OF_FORM_B = ['the present client over HTTP', 'the present client over stdio'];

const clients = CLIENT_KINDS.filter(
  ({ name }) => isWhole || !(name.endsWith('handshake') || name === 'the previous client over stdio'),
);

for (const { name: client, transport, connect } of clients) {
  const verifies = OF_FORM_B.includes(client) ? inBothForms : inBothForms.formA;
  const offered = toolEntries.flatMap(([name, row]) => (row.transports.includes(transport) ? [name] : []));

  verifies(
    [
      'mcp.clients.every-tool',
      'mcp.schemas.output-holds',
      'mcp.result.structured',
      'mcp.clients.every-refusal',
      'mcp.result.error',
      'mcp.tools.other-transport',
    ],
    async ({ service: own }) => {
      const { service, calls } = await prepare(own);
      const connected = await connect(service);
      // Having the list, a client holds every answer against the schema of its tool too, and throws when it does not fit.
      const listed = (await connected.listTools()).tools.map(({ name }) => name);
      expect(listed).toEqual(offered);
      expect(listed).toHaveLength(transport === 'http' ? 24 : 26);
      const wrong = wrongToolArguments(service.form);
      for (const name of offered) {
        const { args, ...expected } = wrong[name];
        expectRefusal(name, await connected.callTool({ name, arguments: args }), expected);
      }
      for (const name of offered) {
        const { args, fact } = calls[name];
        expectAnswer(name, await connected.callTool({ name, arguments: args }), fact);
      }
      const others = all.filter((name) => !offered.includes(name));
      expect(others).toHaveLength(transport === 'http' ? 4 : 2);
      for (const name of others)
        await expect(connected.callTool({ name, arguments: {} }), name).rejects.toMatchObject({
          code: -32_602,
          message: expect.stringContaining(name),
        });
    },
    { title: client },
  );
}
