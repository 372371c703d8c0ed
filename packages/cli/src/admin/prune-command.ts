import { open } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { operator, print } from './admin-command.ts';
import type { Operator } from './operator.ts';

interface PruneOptions {
  workspace: string;
  dryRun?: boolean;
  apply?: boolean;
  export?: string;
  json?: boolean;
}

interface Candidate {
  id: string;
  title: string;
  importance_score: number;
}

const BATCH = 500;

/** `admin prune`: deletes what is unimportant, old and unused, after an export of it has been written. */
export function pruneCommand(): Command {
  return new Command('prune')
    .description('Delete memories that are unimportant, old and unused, once they have been exported.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .addOption(new Option('--dry-run', 'tell what would be deleted').conflicts('apply'))
    .addOption(new Option('--apply', 'write the export, then delete'))
    .option('--export <file>', 'file of the export, JSON Lines; it must not exist yet')
    .option('--json', 'print JSON')
    .action(async (options: PruneOptions) => {
      if (!options.dryRun && !options.apply) throw new Error('Give either --dry-run or --apply.');
      const target = await operator();
      print(await (options.apply ? apply(target, options) : dryRun(target, options)), options.json);
    });
}

async function dryRun(target: Operator, { workspace, export: file, json }: PruneOptions) {
  const ids = file
    ? await writeExport(target, workspace, file)
    : await eachCandidate(target, workspace, tell);
  return { candidates: ids.length, deleted: 0 };

  function tell({ id, title, importance_score }: Candidate): Promise<void> {
    if (!json) console.log(`${id}  ${importance_score.toFixed(3)}  ${title}`);
    return Promise.resolve();
  }
}

async function apply(target: Operator, { workspace, export: given }: PruneOptions) {
  const file = given ?? `pruned-${workspace}-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}.jsonl`;
  const ids = await writeExport(target, workspace, file);
  let deleted = 0;
  for (let from = 0; from < ids.length; from += BATCH) {
    const input = { workspaceId: workspace, ids: ids.slice(from, from + BATCH) };
    deleted += ((await target.run({ operation: 'prune', input })) as { deleted: number }).deleted;
  }
  return { candidates: ids.length, deleted, export: file };
}

/** Writes every candidate as a line of JSON, safe on the disk when it resolves. @returns their ids */
async function writeExport(target: Operator, workspace: string, file: string): Promise<string[]> {
  const handle = await open(file, 'wx');
  try {
    const ids = await eachCandidate(target, workspace, async (candidate) => {
      await handle.write(`${JSON.stringify(candidate)}\n`);
    });
    await handle.sync();
    return ids;
  } finally {
    await handle.close();
  }
}

async function eachCandidate(
  target: Operator,
  workspaceId: string,
  use: (candidate: Candidate) => Promise<void>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const page = (await target.run({
      operation: 'listPruningCandidates',
      input: { workspaceId, after },
    })) as { memories: Candidate[]; next: string | null };
    for (const candidate of page.memories) {
      await use(candidate);
      ids.push(candidate.id);
    }
    if (page.next === null) return ids;
    after = page.next;
  }
}
