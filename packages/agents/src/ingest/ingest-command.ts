import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { connect, type Connection } from '../connection/connection.ts';
import { countOf, describeRedacted, listed, warn, print, say } from '../command/print.ts';
import { findDocuments, type FoundDocuments } from './find-documents.ts';
import { isOriginKnown } from './local-documents.ts';
import { ingestDocuments, type IngestOptions, type IngestSummary } from './ingest-documents.ts';
import type { Client } from '@memory/client';
import { printableLine } from '@memory/text/printable';

/** `workspace-memory ingest PATH…`: documents of this machine into the memory; again, only what changed is written. */
export function ingestCommand(): Command {
  return new Command('ingest')
    .description(
      'Ingest Markdown, text, HTML, RST, AsciiDoc, PDF, DOCX, notebooks and OpenAPI; again, only what changed is written.',
    )
    .argument('<paths...>', 'files, folders or globs')
    .option('--prune', 'delete what is gone from a folder that was ingested before (the default)', true)
    .option('--no-prune', 'tell what is gone, and keep it')
    .option('--force', 'delete what is gone even when it is more than half of the folder')
    .option('--origin <name>', 'where the documents come from, instead of their repository or folder')
    .option('--upload', 'send all in one upload instead of batches')
    .option('--json', 'print the summary as JSON')
    .action(
      async (
        paths: string[],
        options: { upload?: boolean; json?: boolean; prune: boolean; force?: boolean; origin?: string },
      ) => {
        const { upload = false, json = false, prune, force = false, origin } = options;
        // Paths that name nothing are told without a service.
        let connecting: Promise<Connection> | undefined;
        const connection = () => (connecting ??= connect());
        const isKnown = async (place: string) => isOriginKnown((await connection()).client, place);
        const found = await findDocuments(paths, { origin, isKnown });
        for (const reason of found.unmatched) warn(reason);
        const { client, redacted } = await connection();
        const summary = await ingestWithProgress(client, found, { upload, prune, force, quiet: json });
        if (json) print({ ...summary, redacted_secrets: redacted.count }, true);
        else {
          printSummary(summary);
          if (redacted.count > 0) say(describeRedacted(redacted.count, [...redacted.where]));
        }
        if (summary.failures.length > 0) process.exitCode = 1;
      },
    );
}

export async function ingestWithProgress(
  client: Client,
  found: FoundDocuments,
  { quiet, ...options }: Omit<IngestOptions, 'progress'> & { quiet: boolean },
): Promise<IngestSummary> {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} files, {eta_formatted} left',
    hideCursor: true,
    noTTYOutput: false,
  });
  if (!quiet) bar.start(found.documents.length, 0);
  try {
    return await ingestDocuments(client, found, {
      ...options,
      progress: { fileDone: () => bar.increment() },
    });
  } finally {
    bar.stop();
  }
}

export function printSummary(summary: IngestSummary): void {
  const { documents, created, updated, unchanged, removed, renamed, gone, pruned, kept } = summary;
  const { passed_over, not_read } = summary;
  const notRead = Object.entries(not_read).toSorted(([, a], [, b]) => b - a);
  const lines = [
    `${countOf(documents, 'document', 'documents')}: ${countOf(created, 'memory', 'memories')} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed.`,
    ...(renamed.length > 0 ? [`Renamed: ${listed(renamed.map(({ from, to }) => `${from} to ${to}`))}.`] : []),
    ...(pruned > 0 ? [`Gone, and removed with their memories: ${listed(gone)}.`] : []),
    ...(kept === undefined ? [] : [`Gone: ${listed(gone)}. ${kept}`]),
    ...(passed_over.length > 0
      ? [
          `Passed over by the search of the folder, and left as stored: ${listed(passed_over)}. Name them to update them; documents delete takes them out.`,
        ]
      : []),
    ...(notRead.length > 0
      ? [`No documents, and not read: ${listed(notRead.map(([kind, count]) => `${kind} (${count})`))}.`]
      : []),
  ];
  for (const line of lines) say(line);
  for (const { source, message } of summary.skipped)
    console.error(printableLine(`Skipped ${source}: ${message}`));
  for (const { source, message } of summary.failures) console.error(printableLine(`${source}: ${message}`));
}
