import { existsSync } from 'node:fs';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ask, canAsk } from '../command/ask.ts';
import { Command } from 'commander';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { ownCommand, say, warn } from '../command/print.ts';
import { findHome, type Home } from '../home/find-home.ts';
import { endFlushers } from '../hook/flush/flusher-lock.ts';
import { spoolFolders } from '../hook/spool/spool-event.ts';
import { removeAutostart } from '../service/autostart.ts';
import { stopService } from '../service/down-command.ts';
import { installPrograms, MADE } from '../service/programs.ts';
import { AGENTS } from './agents/index.ts';
import { applyPlan } from './apply.ts';
import { joinTeam } from './join-team.ts';
import { thisMachine, type Machine } from './machine.ts';
import { offerImports } from './offer-imports.ts';
import { isChange, planFiles, type Plan, type PlannedFile } from './plan.ts';
import { readRecord } from './record.ts';
import { attempt } from '../home/attempt.ts';

interface SetupOptions {
  undo?: boolean;
  programs?: boolean;
  data?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  diff?: boolean;
  team?: string;
  device?: boolean;
  workspace?: string;
  import?: string[] | true;
}

export function setupCommand(): Command {
  return new Command('setup')
    .description(
      `Connect the coding agents on this machine, or those that are named: ${AGENTS.map(({ id }) => id).join(', ')}. Names each file before it is written.`,
    )
    .argument('[agents...]')
    .option(
      '--undo',
      'take it all back: files are as they were, byte for byte; what you changed in them since stays',
    )
    .option(
      '--programs',
      'with --undo: stop the service and delete the programs, too; memories and settings stay',
    )
    .option('--data', 'with --undo: delete the memories, too, and all else of yours')
    .option('-y, --yes', 'write without asking')
    .option('--dry-run', 'name the files that would change, and write nothing')
    .option('--diff', 'show the lines that change, too')
    .option(
      '--team <url>',
      'use the service of a team, by a login in the browser or the key in WORKSPACE_MEMORY_API_TOKEN; "none" goes back to your own',
    )
    .option(
      '--import [sources...]',
      'at the end import what other tools remembered: all that is found, or the sources that are named',
    )
    .option('--device', 'with --team: log in with a code, in the browser of any machine')
    .option('--workspace <id>', 'with --team: the workspace, where your login belongs to several')
    .action(async (named: string[], options: SetupOptions) => {
      const unknown = named.filter((id) => !AGENTS.some((agent) => agent.id === id));
      if (unknown.length > 0)
        throw new Error(
          `There is no agent ${unknown.join(', ')}. Known: ${AGENTS.map(({ id }) => id).join(', ')}.`,
        );
      const isRemoval = options.programs === true || options.data === true;
      if (isRemoval && (!options.undo || named.length > 0))
        throw new Error('--programs and --data go with --undo of all agents.');
      const home = findHome();
      if (options.team !== undefined) await joinTeam(home, options.team, options);
      const machine = thisMachine(home);
      if (options.undo) return disconnect(home, machine, named, options);
      const isDone = await connectAgents(home, machine, named, options);
      if (isDone && !options.dryRun) await offerImports(options.import);
    });
}

async function connectAgents(
  home: Home,
  machine: Machine,
  named: readonly string[],
  options: SetupOptions,
): Promise<boolean> {
  const record = readRecord(home);
  const made = new Set(Object.values(record.files).flatMap(({ folders }) => folders));
  const found = AGENTS.flatMap((agent) => {
    const evidence = agent.find({ ...machine, made });
    const isWanted = named.length > 0 ? named.includes(agent.id) : evidence !== undefined;
    return isWanted ? [{ agent, evidence }] : [];
  });
  if (found.length === 0) {
    say(`No agent was found on this machine. Name one: ${ownCommand()} setup ${AGENTS[0]?.id}`);
    return true;
  }
  for (const { agent, evidence } of found) say(`${agent.name}${evidence ? ` (${evidence})` : ''}`);
  const connected = [...new Set([...record.agents, ...found.map(({ agent }) => agent.id)])];
  const plan = planFiles(home, { machine, record, known: AGENTS, connected });
  if (!(await carryOut(home, { plan, connected, options }))) return false;
  const remaining = found.flatMap(({ agent }) => agent.remaining?.(machine) ?? []);
  for (const line of remaining) say(`! ${line}`);
  if (plan.files.some(isChange))
    say(
      `Restart the agents that are running. ${named.length > 0 ? '' : `${ownCommand()} doctor tells when each was last seen. `}`.trim(),
    );
  return true;
}

async function disconnect(
  home: Home,
  machine: Machine,
  named: readonly string[],
  options: SetupOptions,
): Promise<void> {
  const record = readRecord(home);
  const connected = named.length === 0 ? [] : record.agents.filter((id) => !named.includes(id));
  const plan = planFiles(home, { machine, record, known: AGENTS, connected });
  if (!(await carryOut(home, { plan, connected, options }))) return;
  for (const { path, after, isChanged } of plan.files)
    if (isChanged && after !== undefined) say(`What you changed in ${path} stays; our part is gone.`);
  if (connected.length > 0 || !existsSync(home.folder)) return;
  if (!options.programs && !options.data) {
    say(
      `The programs and all that the memory holds stay in ${home.folder}. ${ownCommand()} setup --undo --programs deletes the programs, --undo --data the memories as well.`,
    );
    return;
  }
  if (process.exitCode) {
    console.error('Nothing was deleted: first mend what was left alone, since it starts these programs.');
    return;
  }
  const question = `Delete ${options.data ? 'all memories and settings' : 'the programs'} in ${home.folder}? [y/N] `;
  if (!options.yes && !(await isConfirmed(question))) {
    console.log('Nothing was deleted.');
    return;
  }
  for (const path of await removeHome(home, { data: options.data === true })) say(`deleted  ${path}`);
}

/** @returns whether it was written, or nothing had to be */
async function carryOut(
  home: Home,
  { plan, connected, options }: { plan: Plan; connected: readonly string[]; options: SetupOptions },
): Promise<boolean> {
  const changes = plan.files.filter(isChange);
  const lines = changes.map((change) => ({ ...change, diff: showChange(change) }));
  for (const { path, before, after, diff } of lines)
    say(
      `${after ? (before ? 'change' : 'new   ') : 'delete'}  ${path}  (${countOf(diff, '+')} lines in, ${countOf(diff, '-')} out)`,
    );
  const showDiff = () => {
    for (const { diff } of lines) say(diff);
  };
  if (options.diff) showDiff();
  for (const reason of plan.refused) warn(`Left alone: ${reason}`);
  if (plan.refused.length > 0) process.exitCode = 1;
  if (options.dryRun) return false;
  if (
    changes.length > 0 &&
    !options.yes &&
    !(await isConfirmed(
      `${changes.length === 1 ? 'Write this file?' : `Write these ${changes.length} files?`} [y/N, d shows the lines] `,
      showDiff,
    ))
  ) {
    console.log('Nothing was written.');
    return false;
  }
  // Not before: what is only shown, or declined, leaves nothing behind.
  if (!options.undo) await installPrograms(home);
  const failed = applyPlan(home, { plan, record: readRecord(home), connected });
  for (const reason of failed) warn(`Not written: ${reason}`);
  if (failed.length > 0) process.exitCode = 1;
  const written = changes.length - failed.length;
  say(
    changes.length === 0
      ? 'Nothing had to be changed.'
      : `${written} ${written === 1 ? 'file' : 'files'} written.`,
  );
  return true;
}

const countOf = (diff: string, mark: '+' | '-'): number =>
  diff.split('\n').filter((line) => line.startsWith(mark) && !line.startsWith(mark.repeat(3))).length;

/** @param tellMore for whoever answers `d`, and is asked again */
async function isConfirmed(question: string, tellMore?: () => void): Promise<boolean> {
  if (!canAsk('There is no terminal to ask on: pass --yes to go ahead without being asked.')) return false;
  const answer = await ask(question);
  if (tellMore && /^d(?:iff)?$/iu.test(answer)) {
    tellMore();
    return isConfirmed(question, tellMore);
  }
  return /^y(?:es)?$/iu.test(answer);
}

/**
 * Stops what runs and deletes the programs, with what they noted and logged; memories, settings and what waits in the spool
 * as well where that is wanted.
 * @returns what was deleted
 */
async function removeHome(home: Home, { data }: { data: boolean }): Promise<string[]> {
  await removeAutostart(home);
  await stopService(home);
  endFlushers(home);
  const note = join(home.folder, MADE);
  const made = await readFile(note, 'utf8').catch(() => undefined);
  const { folder, config, login, data: memories, programs, state, logs } = home;
  // Not the folder as such: WORKSPACE_MEMORY_HOME may name one that others use.
  const paths = [
    programs,
    state,
    logs,
    ...(data ? [config, login, memories, note, ...spoolFolders(home)] : []),
  ];
  const deleted = paths.filter((path) => existsSync(path));
  // A hook that is under way may write once more.
  for (const path of deleted)
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  if (data) await removeEmpty(folder, made ?? folder);
  return deleted;
}

/** Deletes the folders that the user's own brought along, as long as nothing else is in them. */
async function removeEmpty(folder: string, outermost: string): Promise<void> {
  for (let at = folder; at.length >= outermost.length; at = dirname(at))
    try {
      await rmdir(at);
    } catch {
      return;
    }
}

/** In a diff nobody reads a longer one. */
const LINE_MAX = 200;

/** A change as people read it: marks of bytes and of line ends are left out, and JSON on one long line is laid out. */
export function showChange({ path, before, after }: Pick<PlannedFile, 'path' | 'before' | 'after'>): string {
  const [old = '', now = ''] = [before, after].map((bytes) =>
    String(bytes ?? '')
      .replace(/^\uFEFF/u, '')
      .replaceAll('\r\n', '\n'),
  );
  const isOneLine = [old, now].some((text) => text.length > LINE_MAX && !text.trim().includes('\n'));
  const layOut = isOneLine ? laidOut : (text: string) => text;
  return createTwoFilesPatch(
    before ? path : '(new)',
    after ? path : '(deleted)',
    layOut(old),
    layOut(now),
    '',
    isOneLine ? '(laid out here; in the file it is one line)' : '',
    { context: 2, headerOptions: FILE_HEADERS_ONLY },
  );
}

function laidOut(text: string): string {
  // With comments, or no JSON at all.
  return attempt(() => (text === '' ? text : `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`)) ?? text;
}
