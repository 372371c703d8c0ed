import { Command } from 'commander';
import type { Client } from '@memory/client';
import type { ListSessionsReply, Stats } from '@memory/contracts';
import { leftOpen } from '@memory/text/left-open';
import { withoutMarks } from '@memory/text/printable';
import { summaryInShort } from '@memory/text/session-summary';
import { countOf, INDENT, firstLine, write, print, say } from '../command/print.ts';
import { givenNumber } from '../operator/operation-command.ts';
import { connect } from '../connection/connection.ts';
import { ageOf } from '../doctor/finding.ts';
import { findProject } from '../hook/project/find-project.ts';
import { isSameProject } from '../sync/read-workspace.ts';

type Session = ListSessionsReply['results'][number];

export function sessionsCommand(): Command {
  return new Command('sessions')
    .description('List sessions, the latest first: what was asked in each, and what came of it.')
    .option('--limit <count>', 'most sessions that are listed', givenNumber, 10)
    .option('--json', 'print JSON')
    .action(async ({ limit, json = false }: { limit: number; json?: boolean }) => {
      const { client } = await connect();
      const listed = await client.listSessions({ query: { limit, first_prompts: true } });
      if (json) print(listed, true);
      else for (const [place, session] of listed.results.entries()) printSession(session, place);
      if (listed.count > 0) return;
      process.exitCode = 1;
      if (!json) write('No session was remembered yet: setup connects the agents on this machine.');
    });
}

function printSession(
  { session_id, project_name, branch_name, summary, first_prompt, started_at }: Session,
  place: number,
): void {
  const { asked, outcome } = summaryInShort(summary ?? '');
  if (place > 0) write('');
  write(firstLine(first_prompt ?? asked ?? 'No prompt was captured'), { style: 'bold' });
  if (outcome !== undefined) write(withoutMarks(outcome), { indent: INDENT });
  const facts = [project_name, branch_name, started_at.slice(0, 16).replace('T', ' '), session_id];
  write(facts.filter(Boolean).join(' · '), { indent: INDENT, style: 'dim' });
}

export function statsCommand(): Command {
  return new Command('stats')
    .description(
      'Tell what agents were told in the last days, what of it they used, and what found no answer.',
    )
    .option('--days <count>', 'days looked back', givenNumber, 7)
    .option('--json', 'print JSON')
    .action(async ({ days, json = false }: { days: number; json?: boolean }) => {
      const { client } = await connect();
      const stats = await client.getStats({ query: { days } });
      if (json) print(stats, true);
      else printStats(stats, days);
    });
}

function printStats({ told, unanswered }: Stats, days: number): void {
  write(`In the last ${countOf(days, 'day', 'days')}`, { style: 'bold' });
  write(
    `${countOf(told.memories, 'memory', 'memories')} told in ${countOf(told.sessions, 'session', 'sessions')}`,
    { indent: INDENT },
  );
  write(`${told.used} of them used: opened, named, or their file or symbol edited next`, { indent: INDENT });
  write(`${told.outdated} of them outdated, marked before an edit`, { indent: INDENT });
  write(`${countOf(unanswered.length, 'question', 'questions')} found nothing`, { indent: INDENT });
  for (const { question, times, answers } of unanswered) {
    write(times > 1 ? `${question} (${times} times)` : question, { indent: 2 * INDENT });
    for (const { title, memory } of answers)
      write(`stored since: ${title} (${memory})`, { indent: 3 * INDENT, style: 'dim' });
  }
}

const SESSIONS = 100;

/** `workspace-memory resume`: what sessions of this project left open and no later one did, the newest first. */
export function resumeCommand(connectTo: () => Promise<{ client: Client }> = connect): Command {
  return new Command('resume')
    .description('Say what earlier sessions of this project left open, and for how long.')
    .option('--all', 'of every project')
    .option('--json', 'print JSON')
    .action(async ({ all = false, json = false }: { all?: boolean; json?: boolean }) => {
      const { label } = findProject(process.cwd(), process.env);
      const { client } = await connectTo();
      const { results } = await client.listSessions({ query: { limit: SESSIONS } });
      const ended = results
        .flatMap(({ project_name, summary, ended_at }) =>
          summary === null || ended_at === null ? [] : [{ project_name, summary, ended_at }],
        )
        .toSorted((a, b) => b.ended_at.localeCompare(a.ended_at));
      const own = all ? ended : ended.filter(({ project_name }) => isSameProject(project_name, label));
      const open = leftOpen(own);
      if (json) return print(open, true);
      for (const { text, since } of open) say(`- ${text} (${ageOf(new Date(since))})`);
      if (open.length > 0) return;
      const where = all ? '' : ` in ${label}`;
      say(
        own.length === 0
          ? `No session${where} has ended and was summed up.`
          : `Nothing is left open${where}, as far as ${countOf(own.length, 'session tells', 'sessions tell')}.`,
      );
      if (leftOpen(ended).length > 0)
        say('Other projects have things left open: workspace-memory resume --all');
    });
}
