import { Argument, Command } from 'commander';
import type { Client } from '@memory/client';
import { VERDICTS, type Contradiction, type Verdict, shortRef } from '@memory/contracts';
import { connect } from '../../connection/connection.ts';
import { INDENT, write, say } from '../print.ts';
import { ownCommand } from '../own-command.ts';

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
      for (const pair of results) printPair(pair);
      const more = count > results.length ? `, the latest ${results.length} shown` : '';
      write(`${count} ${state}${more}.`);
      const [first] = settled ? [] : results;
      if (first) {
        const ids = `${shortRef(first.source.memory)} ${shortRef(first.target.memory)}`;
        say(`Say which holds: ${ownCommand()} contradictions settle ${ids} ${VERDICTS.join('|')}`);
      }
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
      say(`Settled. To take it back: ${ownCommand()} contradictions reopen ${id}`);
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

function printPair({ source, target, reason, settlement }: Contradiction): void {
  const said = (settlement?.verdict ?? reason).replaceAll('_', ' ');
  write(source.title, { style: 'bold' });
  write(`${said}: ${target.title}`, { indent: INDENT, style: settlement ? undefined : 'yellow' });
  const day = (moment: string) => moment.slice(0, 10);
  const facts = [source, target].map(({ created_at, memory }) => `${day(created_at)} ${shortRef(memory)}`);
  if (settlement)
    facts.push(`${settlement.settled_by ?? 'somebody'}, ${day(settlement.settled_at)}`, settlement.id);
  write(facts.join(' · '), { indent: INDENT, style: 'dim' });
  write('');
}
