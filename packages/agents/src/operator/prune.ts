import { open } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { OperationOutput } from '@memory/contracts';
import { findOperator } from './find-operator.ts';
import type { Operator } from './operator.ts';
import { print, say } from '../command/print.ts';

interface PruneOptions {
  workspace: string;
  /** File of the export, which must not exist yet. */
  export?: string | undefined;
}

/** A memory that pruning would delete; there is more to it than is read here. */
export interface PruningCandidate {
  id: string;
  title: string;
  importance_score: number;
}

const BATCH = 500;

/** Memories that pruning would delete; with `export`, they are written too. */
export async function previewPruning(
  target: Operator,
  { workspace, export: file }: PruneOptions,
): Promise<PruningCandidate[]> {
  if (file) return writeExport(target, workspace, file);
  const candidates: PruningCandidate[] = [];
  for await (const { id, title, importance_score } of candidatesOf(target, workspace))
    candidates.push({ id, title, importance_score });
  return candidates;
}

/**
 * Writes the export, then deletes what stands in it; a memory that was opened in between stays.
 * @throws before anything is deleted when the export cannot be written
 */
export async function pruneAfterExport(
  target: Operator,
  { workspace, export: given }: PruneOptions,
): Promise<{ candidates: number; deleted: number; export: string }> {
  const file = given ?? `pruned-${workspace}-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}.jsonl`;
  const exported = await writeExport(target, workspace, file);
  let deleted = 0;
  for (let from = 0; from < exported.length; from += BATCH) {
    const ids = exported.slice(from, from + BATCH).map(({ id }) => id);
    deleted += (await target.prune({ workspaceId: workspace, ids })).deleted;
  }
  return { candidates: exported.length, deleted, export: file };
}

/** Every candidate as a line of JSON, safe on the disk when it resolves. */
async function writeExport(target: Operator, workspace: string, file: string): Promise<PruningCandidate[]> {
  const handle = await open(file, 'wx', 0o600);
  const written: PruningCandidate[] = [];
  try {
    for await (const candidate of candidatesOf(target, workspace)) {
      await handle.write(`${JSON.stringify(candidate)}\n`);
      const { id, title, importance_score } = candidate;
      written.push({ id, title, importance_score });
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return written;
}

async function* candidatesOf(target: Operator, workspaceId: string): AsyncGenerator<PruningCandidate> {
  for (let after: string | null = null; ;) {
    const page: OperationOutput<'listPruningCandidates'> = await target.listPruningCandidates({
      workspaceId,
      after,
    });
    yield* page.memories;
    if (page.next === null) return;
    after = page.next;
  }
}

interface CommandOptions extends PruneOptions {
  dryRun?: boolean;
  apply?: boolean;
  json?: boolean;
}

/** `admin prune`: deletes what is unimportant, old and unused, after an export of it has been written. */
export function pruneCommand(): Command {
  return new Command('prune')
    .description('Delete memories that are unimportant, old and unused, after they were exported.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .addOption(new Option('--dry-run', 'tell what would be deleted').conflicts('apply'))
    .addOption(new Option('--apply', 'write the export, then delete'))
    .option('--export <file>', 'file of the export, JSON Lines; it must not exist yet')
    .option('--json', 'print JSON')
    .action(async (options: CommandOptions, command: Command) => {
      if (!options.dryRun && !options.apply) throw new Error('Give either --dry-run or --apply.');
      const target = await findOperator(command);
      if (options.apply) return print(await pruneAfterExport(target, options), options.json);
      const candidates = await previewPruning(target, options);
      if (options.json) return print({ candidates }, true);
      for (const { id, title, importance_score } of candidates)
        say(`${id}  ${importance_score.toFixed(3)}  ${title}`);
      say(`${candidates.length} would be deleted.`);
    });
}
