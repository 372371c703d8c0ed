import { Command } from 'commander';
import type { ListSessionsReply } from '@memory/contracts';
import { printable } from '@memory/text/printable';
import { summaryInShort } from '@memory/text/session-summary';
import { connect } from '../connection/connection.ts';
import { write } from './paper.ts';

type Session = ListSessionsReply['results'][number];

const INDENT = 3;

/** `workspace-memory sessions`: what was asked in each, and what came of it. */
export function sessionsCommand(): Command {
  return new Command('sessions')
    .description('List sessions, the latest first: what was asked in each, and what came of it.')
    .option('--limit <count>', 'most sessions that are listed', Number, 10)
    .option('--json', 'print JSON')
    .action(async ({ limit, json = false }: { limit: number; json?: boolean }) => {
      const { client } = await connect();
      const listed = await client.listSessions({ query: { limit } });
      if (json) console.log(printable(JSON.stringify(listed)));
      else for (const session of listed.results) printSession(session);
      if (listed.count > 0) return;
      process.exitCode = 1;
      if (!json) write('No session was remembered yet: setup connects the agents on this machine.');
    });
}

function printSession({ session_id, project_name, branch_name, summary, started_at }: Session): void {
  const { asked, outcome } = summaryInShort(summary ?? '');
  write(asked ?? project_name, { style: 'bold' });
  const facts = [started_at.slice(0, 16).replace('T', ' '), project_name, branch_name, session_id];
  write(facts.filter(Boolean).join(' · '), { indent: INDENT, style: 'dim' });
  if (outcome !== undefined) write(outcome, { indent: INDENT });
}
