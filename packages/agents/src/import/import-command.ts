import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { CONFLICT_RULES } from '@memory/contracts';
import { connect } from '../connection/connection.ts';
import { countOf, ownCommand, print, say } from '../command/print.ts';
import { undoChanges } from '../operator/changes-command.ts';
import { isFolder } from './files.ts';
import { importItems, importOwn, runImport, type RunOptions } from './run-import.ts';
import { isOfProject, type FoundSource, type ImportSource } from './source.ts';
import { isSource, loadSource, SOURCES, thisMachine } from './sources.ts';

interface ImportOptions extends RunOptions {
  all?: boolean;
  undo?: string;
}

/** `workspace-memory import SOURCE [path…]`: what other tools remembered; again, only what is new or changed. */
export function importCommand(): Command {
  return new Command('import')
    .description(
      'Import what other tools remembered, with its own dates and authors; again, only what is new.',
    )
    .argument(
      '[source]',
      'what to import: a source, or what `export` wrote; without it, what was found here is listed',
    )
    .argument('[paths...]', 'where it lies, instead of where it usually does')
    .option('--dry-run', 'tell what would be imported, with a sample, and write nothing')
    .option(
      '--all',
      'of every project that is found on this machine, and your own rules, instead of the project at hand',
    )
    .option('--partial', 'of an export that is not whole: what is there')
    .addOption(
      new Option(
        '--on-conflict <rule>',
        'of an export: what becomes of a memory that is here and differs',
      ).choices(CONFLICT_RULES),
    )
    .option('--delete', 'of a folder of notes: delete memories whose notes are gone')
    .option('--undo <batch>', 'take back an import, by the name that it printed')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `\nWhat \`workspace-memory export\` wrote: workspace-memory import FILE, or the folder of its notes.\n\nSources:\n${Object.entries(
        SOURCES,
      )
        .map(([id, { summary }]) => `  ${id.padEnd(18)} ${summary}`)
        .join('\n')}`,
    )
    .action(async (id: string | undefined, paths: string[], options: ImportOptions) => {
      if (options.undo !== undefined) return undoImport(options.undo, options);
      if (id === undefined) return listFound(options);
      if (!isSource(id) && existsSync(id)) return importOwn(resolve(id), options);
      const source = await loadSource(id);
      const machine = thisMachine();
      const named = paths.map((path) => resolve(machine.cwd, path));
      await Promise.all(named.map((path) => isFolder(path)));
      const found: FoundSource[] =
        named.length > 0 ? [{ paths: named, what: '' }] : await source.find(machine);
      const wanted = options.all ? found : found.filter(isOfProject);
      if (wanted.length === 0)
        throw new Error(
          found.length > 0
            ? `Of this project there is nothing; else there is ${found.map(({ what }) => what).join('; ')}. --all imports them.`
            : `Nothing was found here (${source.name}). Name where it lies: ${source.takes}.`,
        );
      await importFound(source, wanted, options);
    });
}

export const importFound = (
  source: ImportSource,
  found: readonly FoundSource[],
  options: ImportOptions,
): Promise<void> =>
  runImport(source.id, options, (client, report) => {
    const machine = thisMachine(process.cwd(), { takesAll: options.all ?? false });
    const items = async function* () {
      for (const path of found.flatMap(({ paths }) => paths)) yield* source.read(path, machine);
    };
    return importItems(client, items(), { report, dryRun: options.dryRun });
  });

async function listFound({ json = false }: ImportOptions): Promise<void> {
  const machine = thisMachine();
  const found: (FoundSource & { source: string })[] = [];
  for (const [id, { load }] of Object.entries(SOURCES))
    for (const entry of await (await load()).find(machine)) found.push({ source: id, ...entry });
  if (json) return print(found, true);
  if (found.length === 0) return console.log('Nothing to import was found. --help lists what can be.');
  for (const { source, what, isElsewhere = false, isOwn = false } of found) {
    const whose = isElsewhere ? ' (another project: --all)' : isOwn ? ' (of no project: --all)' : '';
    say(`${source.padEnd(18)} ${what}${whose}`);
  }
  say(`Look first: ${ownCommand()} import SOURCE --dry-run`);
}

async function undoImport(batch: string, { json = false }: ImportOptions): Promise<void> {
  const { client } = await connect();
  const { undone, sessions, ...reply } = await undoChanges(({ after }) =>
    client.undoChanges({ body: { batch, after } }),
  );
  const left = [...reply.left.map(({ memory }) => memory), ...sessions.left];
  if (json) return print({ undone, sessions: sessions.undone, left }, true);
  say(
    `${undone} undone${sessions.undone === 0 ? '' : `, and ${countOf(sessions.undone, 'session', 'sessions')}`}.`,
  );
  if (left.length > 0)
    say(`${left.length} stay, since they were changed or deleted since: ${left.slice(0, 20).join(', ')}.`);
}
