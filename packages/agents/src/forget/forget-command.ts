import { Command } from 'commander';
import { forgetAll, type Client, type ForgetReport, type Meant } from '@memory/client';
import { phrasesOf } from '@memory/text/forgotten-text';
import { entriesOf } from '@memory/contracts';
import { findHome } from '../home/find-home.ts';
import { forgetJournals, isAnythingNoted, forgetSpooled, isAnythingSpooled } from '../hook/recall/tell.ts';
import { connect, findTarget } from '../connection/connection.ts';
import { ask, canAsk, isYes } from '../command/ask.ts';
import { ProgressLine } from '../command/progress-line.ts';
import { ownCommand, countOf, print, say } from '../command/print.ts';
import { undoChanges } from '../operator/changes-command.ts';
import { ERASED, sayCopies } from '../operator/local-data-dir.ts';
import { listSyncedPlaces } from '../sync/base-file.ts';
import { findCandidates, numbersIn, eraseLocalFiles, type LocalFiles } from './forget.ts';

interface ForgetOptions {
  query?: string;
  text?: string;
  file?: string;
  author?: string;
  session?: string;
  since?: string;
  until?: string;
  dryRun?: boolean;
  now?: boolean;
  undo?: string;
  yes?: boolean;
  json?: boolean;
}

const SHOWN = 50;

const NOTHING = 3;

/** `workspace-memory forget`: shows what would go, asks, and leaves nothing of it. */
export function forgetCommand(): Command {
  return new Command('forget')
    .description('Forget memories for good, wherever something of them stands. Shows them first, and asks.')
    .argument('[memories...]', 'identifiers of memories')
    .option('--query <words>', 'memories that have to do with these words, to pick from by number')
    .option('--text <words>', 'whatever holds these words, memories or not')
    .option('--file <path>', 'memories of a file or folder')
    .option('--author <name>', 'memories of whoever stored them: name of the key, or login')
    .option('--session <id>', 'what was stored in a session or drawn from it, and the session')
    .option('--since <time>', 'memories stored at that time or later: 2026-01-31 or with a clock')
    .option('--until <time>', 'memories stored before that time')
    .option('--dry-run', 'only show what would go')
    .option('--now', 'keep no copy; else memories can be brought back for an hour')
    .option('--undo <copy>', 'bring memories back, by the name that forgetting them printed')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText('after', NOTES)
    .action(async (ids: string[], options: ForgetOptions) => {
      if (options.undo !== undefined) return bringBack(options.undo, options);
      if (ids.length === 0 && !CHOICES.some((name) => options[name] !== undefined))
        throw new Error(`Name memories, or give one of ${CHOICES.map((name) => `--${name}`).join(', ')}.`);
      if (options.query !== undefined && options.yes)
        throw new Error(
          '--yes goes with identifiers or an exact filter: what --query finds is picked by a person.',
        );
      const picked = options.query === undefined ? [] : await pick(options.query, options);
      if (picked === undefined) return;
      const { client } = await connect();
      const meant = meantBy([...ids, ...picked], options);
      const keepsCopy = !options.now;
      const shown = await forgetShowing(client, meant, { dryRun: true, keepsCopy });
      const home = findHome();
      if (isNothing(shown)) {
        process.exitCode = NOTHING;
        // A run that was broken off may have deleted it, and left it in the files.
        const local = options.dryRun ? undefined : await eraseLocalFiles(home, (await findTarget()).url);
        if (options.json) print({ forgotten: null, ...local }, true);
        else {
          console.log('Nothing of that is stored.');
          if (local) tellLocal({ spooled: 0, noted: 0, ...local });
        }
        return;
      }
      if (!options.json) tell(shown, 'would go');
      if (options.dryRun) {
        if (options.json) say(JSON.stringify({ dry_run: true, ...shown }, null, 2));
        return;
      }
      if (!options.yes && !(await isAgreed(keepsCopy))) {
        process.exitCode = 1;
        return;
      }
      // Read before it is gone: what waits on this machine, or was noted here, holds the same words.
      const phrases =
        isAnythingSpooled(home) || isAnythingNoted(home)
          ? await readPhrases(client, shown, options.text)
          : [];
      const done = await forgetShowing(client, meant, { dryRun: false, keepsCopy });
      const spooled = forgetSpooled(home, phrases);
      const noted = forgetJournals(home, { phrases, session: options.session });
      const local = await eraseLocalFiles(home, (await findTarget()).url);
      if (options.json) say(JSON.stringify({ ...done, spooled, noted, ...local }, null, 2));
      else {
        tell(done, 'gone');
        tellLocal({ spooled, noted, ...local });
        if (done.copy !== null)
          say(`For an hour ${ownCommand()} forget --undo ${done.copy} brings the memories back.`);
        const { filters } = await client.searchMemories({ body: { query: '' } });
        // A clone whose remote has moved was noted twice.
        const places = listSyncedPlaces(home, filters.workspace_id).map(
          ({ place, folder }) =>
            `Still in ${place}: ${ownCommand()} ${place.startsWith('refs/') ? `sync in ${folder}` : `sync --folder ${place}`} takes it out for everybody.`,
        );
        for (const line of new Set(places)) say(line);
      }
    });
}

const CHOICES = ['query', 'text', 'file', 'author', 'session', 'since', 'until'] as const;

const NOTES = `
What goes: memories with vectors, feedback and relationships, their history, what they were drawn from, sentences of
session summaries and other observations that quote them, answers kept for repeated requests, and events that wait and notes of sessions on this
machine. A digest stays, by which it is known when it comes again by a document, an event or a
summary; storing it by hand is always possible. For an hour a copy of the memories is kept in the history, unless --now is given.

Not reached: indexed code, exports and backups (those that are known are named), spools of other machines (what they send
is known again), and memories that say it in other words.`;

/** Forgotten memories with what hung on them; sentences that were taken out elsewhere do not come back. */
async function bringBack(batch: string, { json = false }: ForgetOptions): Promise<void> {
  const { client } = await connect();
  const { undone, left } = await undoChanges(({ after }) => client.undoChanges({ body: { batch, after } }));
  const told = json
    ? JSON.stringify({ undone, left })
    : `${undone} ${undone === 1 ? 'memory is' : 'memories are'} back.`;
  say(told);
}

/** @returns undefined where nothing has, nothing was picked, or it was only to be shown */
async function pick(query: string, { dryRun, json }: ForgetOptions): Promise<string[] | undefined> {
  const candidates = await findCandidates(query);
  if (json) print({ candidates }, true);
  else if (candidates.length === 0) console.log('No memory answers this: nothing would go.');
  else for (const { line } of candidates) say(line);
  if (candidates.length === 0) process.exitCode = NOTHING;
  if (dryRun || json || candidates.length === 0) return undefined;
  if (!canAsk('There is no terminal to ask on: name the memories that you mean, with --yes.')) {
    process.exitCode = 1;
    return undefined;
  }
  const numbers = numbersIn(await ask('Which of them? 1 3 5-7, or nothing: '), candidates.length) ?? [];
  if (numbers.length === 0) process.exitCode = 1;
  return numbers.length === 0 ? undefined : numbers.flatMap((number) => candidates[number - 1]?.memory ?? []);
}

function meantBy(
  memories: readonly string[],
  { text, file, author, session, since, until }: ForgetOptions,
): Meant {
  return {
    ...(memories.length > 0 ? { memories: [...memories] } : {}),
    ...(text === undefined ? {} : { text }),
    ...(file === undefined ? {} : { file }),
    ...(author === undefined ? {} : { author }),
    ...(session === undefined ? {} : { session_id: session }),
    ...(since === undefined ? {} : { since: momentOf(since) }),
    ...(until === undefined ? {} : { until: momentOf(until) }),
  };
}

function momentOf(given: string): string {
  const moment = new Date(given);
  if (Number.isNaN(moment.getTime()))
    throw new Error(`${given} is no time: write 2026-01-31 or 2026-01-31T09:00Z.`);
  return moment.toISOString();
}

const isNothing = ({ memories, places }: ForgetReport): boolean =>
  memories.length === 0 && Object.values(places).every((count) => count === 0);

const PLACES: Record<keyof ForgetReport['places'], string> = {
  observations: 'observations, or sentences of them,',
  summaries: 'sessions whose summary quotes them',
  changes: 'of the changes kept for an undo',
  contexts: 'contexts of feedback and relationships',
  replies: 'answers kept for repeated requests',
  documents: 'titles of documents',
};

function tell({ memories, places, quoted_in, exports }: ForgetReport, what: string): void {
  for (const { memory, title } of memories.slice(0, SHOWN)) say(`${memory}  ${title}`);
  if (memories.length > SHOWN) say(`and ${memories.length - SHOWN} more`);
  say(`${countOf(memories.length, 'memory', 'memories')} ${what}, with vectors, feedback and relationships.`);
  for (const [name, count] of entriesOf<keyof ForgetReport['places'], number>(places))
    if (count > 0) say(`${count} ${PLACES[name]} ${what}.`);
  for (const { memory, title } of quoted_in) say(`Stays, though it quotes a sentence: ${memory}  ${title}`);
  for (const { file, author, made_at } of exports)
    say(
      `May stand in the export ${file} of ${made_at}${author === null ? '' : `, by ${author}`}: delete that file.`,
    );
}

interface GoneHere extends LocalFiles {
  spooled: number;
  noted: number;
}

function tellLocal({ spooled, noted, files, copies }: GoneHere): void {
  if (spooled > 0) say(`${spooled} events that waited on this machine gone.`);
  if (noted > 0) say(`${noted} notes of sessions on this machine gone.`);
  say(ERASED[files]);
  sayCopies(copies);
}

async function isAgreed(keepsCopy: boolean): Promise<boolean> {
  const end = keepsCopy ? 'A copy is kept for an hour.' : 'There is no way back.';
  return (
    canAsk('There is no terminal to ask on: pass --yes to forget the memories above.') &&
    (await isYes(`Forget this? ${end} [y/N] `))
  );
}

/** Says every few seconds that it goes on: a long history takes a while to look through. */
async function forgetShowing(
  client: Client,
  meant: Meant,
  how: { dryRun: boolean; keepsCopy: boolean },
): Promise<ForgetReport> {
  const progress = new ProgressLine();
  const what = how.dryRun ? 'Looking through what is stored' : 'Forgetting';
  const start = performance.now();
  try {
    return await forgetAll(client, meant, how, (memories) =>
      progress.show(
        `${what}: ${Math.round((performance.now() - start) / 1_000)} s, ${memories} memories so far`,
      ),
    );
  } finally {
    progress.end();
  }
}

/** Texts that this machine's files are looked through for: each memory, and each of its sentences that tells it. */
async function readPhrases(
  client: Client,
  { memories }: ForgetReport,
  text: string | undefined,
): Promise<string[]> {
  const phrases = new Set(text === undefined ? [] : [text]);
  for (let start = 0; start < memories.length; start += AT_ONCE) {
    const some = memories.slice(start, start + AT_ONCE);
    const said = await Promise.all(some.map(({ memory }) => client.getMemory({ path: { ref: memory } })));
    for (const { title, narrative } of said)
      for (const each of [title, narrative, ...phrasesOf({ title, narrative })])
        if (each.length >= LETTERS_MIN) phrases.add(each);
  }
  return [...phrases];
}

const AT_ONCE = 8;
/** A shorter text stands in files that have nothing to do with it. */
const LETTERS_MIN = 16;
