import { Argument, Command } from 'commander';
import type { Client } from '@memory/client';
import {
  VERDICTS,
  type Contradiction,
  type Verdict,
  shortRef,
  GROUND_SETTLEMENTS,
  type GroundSettlementVerdict,
  type ListGroundsReply,
} from '@memory/contracts';
import { connect } from '../../connection/connection.ts';
import { ownCommand, INDENT, write, say } from '../print.ts';

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

interface ListOptions {
  settled?: boolean;
  asked?: boolean;
  author?: string;
}

export function outdatedCommand(connectTo: Connect = connect): Command {
  const command = new Command('outdated').description(
    'Memories whose code has changed, and what becomes of them.',
  );
  command
    .command('list', { isDefault: true })
    .description('List memories whose code changed or is gone, the most recalled first.')
    .option('--settled', 'those of which somebody said what becomes of them')
    .option('--asked', "those of last night's lists: of each author the few that are recalled most")
    .option('--author <name>', 'of what this key or login stored')
    .action(async ({ settled = false, asked = false, author }: ListOptions) => {
      const { client } = await connectTo();
      const state = settled ? 'settled' : asked ? 'asked' : 'open';
      const { count, results } = await client.listGrounds({ query: { state, author, limit: PAGE } });
      for (const one of results) printOne(one);
      const more = count > results.length ? `, ${results.length} shown` : '';
      write(`${count} ${state}${more}.`);
    });
  command
    .command('settle')
    .description('Say what becomes of a memory whose code changed.')
    .argument('<memory>', 'its identifier')
    .addArgument(new Argument('<verdict>', 'what becomes of it').choices(GROUND_SETTLEMENTS))
    .option('--title <title>', 'the new title of what is updated')
    .option('--text <text>', 'the new text of what is updated')
    .option('--by <memory>', 'the memory that holds instead of what is obsolete')
    .option('--why <words>', 'why')
    .action(
      async (
        memory_id: string,
        verdict: GroundSettlementVerdict,
        { title, text, by, why }: { title?: string; text?: string; by?: string; why?: string },
      ) => {
        if ((verdict === 'updated') !== (title !== undefined || text !== undefined))
          throw new Error('A new --title or --text belongs to updated, and to no other verdict.');
        const { client } = await connectTo();
        const { id } = await client.settleGround({
          body: { memory_id, verdict, title, narrative: text, replaced_by: by, context: why ?? null },
        });
        say(`Settled. To take it back: ${ownCommand()} outdated reopen ${id}`);
      },
    );
  command
    .command('reopen')
    .description('Take back what was said.')
    .argument('<id>', 'of the settlement')
    .action(async (id: string) => {
      await (await connectTo()).client.reopenGround({ path: { id } });
      console.log('As before.');
    });
  return command;
}

function printOne({
  memory,
  title,
  code,
  branch,
  retrieval_count,
  settlement,
}: ListGroundsReply['results'][number]): void {
  write(title, { style: 'bold' });
  if (settlement) write(`${settlement.verdict.replaceAll('_', ' ')} (${settlement.id})`, { indent: INDENT });
  else write(code ?? 'unknown', { indent: INDENT, style: 'yellow' });
  const recalled = retrieval_count === 1 ? 'recalled once' : `recalled ${retrieval_count} times`;
  const by = settlement && `${settlement.settled_by}, ${settlement.settled_at.slice(0, 10)}`;
  const facts = [by ?? recalled, branch && `on ${branch}`, shortRef(memory)];
  write(facts.filter(Boolean).join(' · '), { indent: INDENT, style: 'dim' });
  write('');
}
