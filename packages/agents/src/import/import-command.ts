import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { CONFLICT_RULES, type ConflictRule } from '@memory/contracts';
import { printable } from '@memory/text/printable';
import { connect } from '../connection/connection.ts';
import { ownCommand } from '../command/own-command.ts';
import { printReport } from './describe-report.ts';
import { isFolder } from './find-files.ts';
import { ProgressLine } from './progress-line.ts';
import { runImport } from './run-import.ts';
import { isSameProject } from '../sync/is-of-project.ts';
import { projectOf } from './project-of.ts';
import { isOfProject, type FoundSource, type ImportItem, type ImportSource } from './source.ts';
import { isSource, loadSource, SOURCES } from './sources.ts';
import { thisMachine } from './this-machine.ts';

interface ImportOptions {
  dryRun?: boolean;
  all?: boolean;
  json?: boolean;
  undo?: string;
  partial?: boolean;
  onConflict?: ConflictRule;
  delete?: boolean;
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
      `\nWhat \`workspace-memory export\` wrote: workspace-memory import FILE, or the folder of its notes.\n\nSources:\n${SOURCES.map(({ id, summary }) => `  ${id.padEnd(18)} ${summary}`).join('\n')}`,
    )
    .action(async (id: string | undefined, paths: string[], options: ImportOptions) => {
      if (options.undo !== undefined) return undoImport(options.undo, options);
      if (id === undefined) return listFound(options);
      if (!isSource(id) && existsSync(id)) {
        const { runOwnImport } = await import('../archive/records/run-own-import.ts');
        return runOwnImport(id, options);
      }
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

/** Imports what lies at some places, and prints what became of it. */
export async function importFound(
  source: ImportSource,
  found: readonly FoundSource[],
  { dryRun = false, json = false, all = false }: ImportOptions,
): Promise<void> {
  const machine = thisMachine();
  const batch = batchName(source.id);
  const { client, redactedSecrets } = await connect({ batch });
  const progress = new ProgressLine();
  const items = async function* () {
    for (const path of found.flatMap(({ paths }) => paths))
      yield* all ? source.read(path, machine) : ofProject(source.read(path, machine), projectOf(machine.cwd));
  };
  try {
    const report = await runImport(client, items(), {
      dryRun,
      batch,
      onProgress: ({ read }) => progress.show(`${source.name}: ${read} read`),
    });
    report.redacted = redactedSecrets();
    progress.end();
    if (json)
      console.log(
        printable(JSON.stringify({ source: source.id, dry_run: dryRun, batch, ...report.toJSON() })),
      );
    else printReport(report, { dryRun, batch });
  } finally {
    progress.end();
  }
}

/** Without what a tool remembered of other projects: whoever shares the workspace would see it. */
async function* ofProject(items: AsyncIterable<ImportItem>, project: string): AsyncGenerator<ImportItem> {
  for await (const item of items) {
    const other = item.kind === 'record' ? item.record.project : undefined;
    if (!other || isSameProject(other, project)) yield item;
    else yield { kind: 'passed', place: other, reason: 'of another project (--all imports it)' };
  }
}

/** Names one run: an import that is repeated is another one. */
const batchName = (id: string): string =>
  `import-${id}-${new Date()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/gu, '')
    .toLowerCase()}`;

async function listFound({ json = false }: ImportOptions): Promise<void> {
  const machine = thisMachine();
  const found: (FoundSource & { source: string })[] = [];
  for (const { id, load } of SOURCES)
    for (const entry of await (await load()).find(machine)) found.push({ source: id, ...entry });
  if (json) return console.log(printable(JSON.stringify(found)));
  if (found.length === 0) return console.log('Nothing to import was found. --help lists what can be.');
  for (const { source, what, isElsewhere = false, isOwn = false } of found) {
    const whose = isElsewhere ? ' (another project: --all)' : isOwn ? ' (of no project: --all)' : '';
    console.log(printable(`${source.padEnd(18)} ${what}${whose}`));
  }
  console.log(printable(`Look first: ${ownCommand()} import SOURCE --dry-run`));
}

async function undoImport(batch: string, { json = false }: ImportOptions): Promise<void> {
  const { client } = await connect();
  let undone = 0;
  const left: string[] = [];
  for (let after: string | null = null; ;) {
    const reply: Awaited<ReturnType<typeof client.undoChanges>> = await client.undoChanges({
      body: { batch, ...(after === null ? {} : { after }) },
    });
    undone += reply.undone;
    left.push(...reply.left.map(({ memory }) => memory));
    after = reply.next;
    if (after === null) break;
  }
  if (json) return console.log(printable(JSON.stringify({ undone, left })));
  console.log(printable(`${undone} undone.`));
  if (left.length > 0)
    console.log(
      printable(
        `${left.length} stay, since they were changed or deleted since: ${left.slice(0, 20).join(', ')}.`,
      ),
    );
}
