import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { connect, type Connection } from '../connection/connection.ts';
import { describeRedacted, warn, print, say } from '../command/print.ts';
import { chooseRepository } from './choose-repository.ts';
import { describeSummary, withoutTold } from './describe-summary.ts';
import { expectLastLanguage, noteLanguage } from './last-language.ts';
import { indexRepository, type IndexRepositoryOptions, type IndexSummary } from './index-repository.ts';
import { tieMemories } from '../grounds/tie-memories.ts';

interface IndexOptions {
  watch?: boolean;
  name?: string;
  json?: boolean;
  force?: boolean;
  asIs?: boolean;
}

/** `workspace-memory index [PATH]`: symbols and references of a working tree into the code graph; never its source. */
export function indexCommand(): Command {
  return new Command('index')
    .description('Index the code of a working tree: names, signatures and references, never source text.')
    .argument('[path]', 'top of the tree', '.')
    .option('--name <repository>', 'name of the repository; default: that of its folder')
    .option('--force', 'delete files that are gone even when they are more than half')
    .option('--as-is', 'index this tree whatever is checked out, instead of the common trunk')
    .option('--watch', 'go on, and send what changes')
    .option('--json', 'print the summary as JSON')
    .action(async (given: string, options: IndexOptions) => {
      const { watch = false, name, json = false, force = false, asIs = false } = options;
      const root = path.resolve(given);
      if (!(await stat(root).catch(() => undefined))?.isDirectory())
        throw new Error(`There is no folder ${root}.`);
      expectLastLanguage();
      const { client, redacted } = await connect();
      let last: Parameters<typeof noteLanguage>[0] | undefined;
      let sent = 0;
      const onSent = (file: typeof last) => {
        last = file;
        sent += 1;
        if (sent === MANY && !watch) giveWay();
      };
      const indexing = { client, ...(await chooseRepository(client, root, name)), force, asIs, onSent };
      const show = (summary: IndexSummary) => {
        if (last) noteLanguage(last);
        printSummary(summary, redacted, json);
        redacted.count = 0;
        redacted.where.clear();
      };
      if (!watch) {
        const summary = await withProgress(indexing, json);
        show(summary);
        // Of a tree without any code nothing is there to tie memories to.
        const isIndexed = summary.sent + summary.unchanged + summary.kept > 0;
        return isIndexed ? tellTied(await tieMemories(indexing), json) : undefined;
      }
      const { watchTree } = await import('./watch-tree.ts');
      const toldBefore = new Set<string>();
      await watchTree({
        root,
        signal: untilInterrupted(),
        onChange: async () => {
          try {
            const summary = await withProgress(indexing, true);
            if (summary.sent + summary.deleted > 0) show(withoutTold(summary, toldBefore));
            tellTied(await tieMemories(indexing), json);
          } catch (error) {
            // The next change tries again: an editor may be half way, and the service away for a while.
            warn(error instanceof Error ? error.message : String(error));
          }
        },
      });
    });
}

/** Files for which all wait for the parser. */
const MANY = 100;

/** The parser is what a large index waits for: where processors are few, this process leaves them to it. */
function giveWay(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it: the index takes longer.
  }
}

/** Indexes behind a progress bar on standard error. */
async function withProgress(options: IndexRepositoryOptions, quiet: boolean): Promise<IndexSummary> {
  if (quiet) return indexRepository(options);
  const bar = new SingleBar({
    format: '{bar} {value}/{total} files, {eta_formatted} left',
    hideCursor: true,
  });
  bar.start(0, 0);
  try {
    return await indexRepository({
      ...options,
      onProgress: ({ filesDone, filesTotal }) => {
        bar.setTotal(filesTotal);
        bar.update(filesDone);
      },
    });
  } finally {
    bar.stop();
  }
}

function printSummary(summary: IndexSummary, redacted: Connection['redacted'], json: boolean): void {
  if (json) print({ ...summary, redacted_secrets: redacted.count }, true);
  else {
    const secrets = redacted.count > 0 ? [describeRedacted(redacted.count, [...redacted.where])] : [];
    for (const line of [...describeSummary(summary), ...secrets]) say(line);
  }
}

/** On standard error beside JSON, which stays one document. */
function tellTied(count: number, json: boolean): void {
  if (count === 0) return;
  const line = `Compared ${count} ${count === 1 ? 'memory' : 'memories'} with the Git history.`;
  if (json) warn(line);
  else say(line);
}

function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
