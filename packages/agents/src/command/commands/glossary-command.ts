import { Command } from 'commander';
import type { Client } from '@memory/client';
import { connect } from '../../connection/connection.ts';
import { say } from '../print.ts';

export function glossaryCommand(connectTo: () => Promise<{ client: Client }> = connect): Command {
  const command = new Command('glossary').description('Say which words mean the same, for searches.');
  command
    .command('list', { isDefault: true })
    .description("List the workspace's own groups of words.")
    .action(async () => {
      const { results, built_in } = await (await connectTo()).client.listGlossary({});
      for (const { id, terms } of results) say(`${id}  ${terms.join(' = ')}`);
      say(
        `${results.length} ${results.length === 1 ? 'group' : 'groups'} of yours; ${built_in} are built in.`,
      );
    });
  command
    .command('add')
    .description("Add a group, such as: add k8s kubernetes 'the cluster'")
    .argument('<terms...>', 'two to eight words or phrases')
    .action(async (terms: string[]) => {
      const { client } = await connectTo();
      const { id, terms: kept } = await client.addGlossaryGroup({ body: { terms } });
      say(`${kept.join(' = ')}. To take it back: workspace-memory glossary remove ${id}`);
    });
  command
    .command('remove')
    .description('Take groups back.')
    .argument('<ids...>', 'identifiers, as the list shows them')
    .action(async (ids: string[]) => {
      const { client } = await connectTo();
      for (const id of ids) await client.deleteGlossaryGroup({ path: { id } });
      say(`${ids.length} removed.`);
    });
  return command;
}
