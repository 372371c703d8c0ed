import { Argument, Command } from 'commander';
import type { Client } from '@memory/client';
import { VERDICTS, type Contradiction, type Verdict } from '@memory/contracts';
import { printable } from '@memory/text/printable';
import { connect } from '../../connection/connection.ts';

type Connect = () => Promise<{ client: Client }>;

const PAGE = 100;

/** `workspace-memory contradictions …`: of which memories perhaps only one holds, and which does. */
export function contradictionsCommand(connectTo: Connect = connect): Command {
  const command = new Command('contradictions').description('See and settle what contradicts.');
  command
    .command('list', { isDefault: true })
    .description('List pairs of memories of which perhaps only one holds.')
    .option('--settled', 'those of which somebody said which holds')
    .action(async ({ settled = false }: { settled?: boolean }) => {
      const { client } = await connectTo();
      const state = settled ? 'settled' : 'open';
      const { count, results } = await client.listContradictions({ query: { state, limit: PAGE } });
      for (const pair of results) console.log(printable(describe(pair)));
      const more = count > results.length ? `, the latest ${results.length} shown` : '';
      console.log(printable(`${count} ${state}${more}.`));
    });
  command
    .command('settle')
    .description('Say which of two memories holds.')
    .argument('<source>', 'identifier of the memory that replaces, where one does')
    .argument('<target>', 'identifier of the other')
    .addArgument(new Argument('<verdict>', 'which holds').choices(VERDICTS))
    .option('--why <words>', 'why')
    .action(async (source_id: string, target_id: string, verdict: Verdict, { why }: { why?: string }) => {
      const { client } = await connectTo();
      const { id } = await client.settleContradiction({
        body: { source_id, target_id, verdict, context: why ?? null },
      });
      console.log(printable(`Settled. To take it back: workspace-memory contradictions reopen ${id}`));
    });
  command
    .command('reopen')
    .description('Take a settlement back.')
    .argument('<id>', 'of the settlement')
    .action(async (id: string) => {
      await (await connectTo()).client.reopenContradiction({ path: { id } });
      console.log('Open again.');
    });
  return command;
}

function describe({ source, target, reason, settlement }: Contradiction): string {
  const line = ({ memory, title, created_at }: Contradiction['source']) =>
    `  ${memory}  ${created_at.slice(0, 10)}  ${title}`;
  const said = settlement
    ? `${settlement.verdict} (${settlement.id}, ${settlement.settled_by ?? 'somebody'}, ${settlement.settled_at.slice(0, 10)})`
    : reason;
  return [said, line(source), line(target)].join('\n');
}
