import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { connect } from '../connection.ts';
import { describeRedacted } from '../describe-redacted.ts';
import { findDocuments, type FoundDocument } from './find-documents.ts';
import { sendDocuments, type IngestSummary } from './send-documents.ts';
import type { Client } from '@memory/client';
import { printable } from '@memory/text/printable';

/** `workspace-memory ingest PATH…`: documents of this machine into the memory; again, only what changed is written. */
export function ingestCommand(): Command {
  return new Command('ingest')
    .description('Ingest Markdown, text, HTML, PDF and DOCX files; again, only what changed is written.')
    .argument('<paths...>', 'files, folders or globs')
    .option('--upload', 'send all in one upload instead of batches')
    .option('--json', 'print the summary as JSON')
    .action(
      async (paths: string[], { upload = false, json = false }: { upload?: boolean; json?: boolean }) => {
        const found = await findDocuments(paths);
        const { client, redactedSecrets } = await connect();
        const summary = await ingestWithProgress(client, found, { upload, quiet: json });
        const redacted = redactedSecrets();
        if (json) console.log(printable(JSON.stringify({ ...summary, redacted_secrets: redacted })));
        else {
          printSummary(summary);
          if (redacted > 0) console.log(printable(describeRedacted(redacted)));
        }
        if (summary.failures.length > 0) process.exitCode = 1;
      },
    );
}

/** Sends documents behind a progress bar on standard error. */
export async function ingestWithProgress(
  client: Client,
  found: readonly FoundDocument[],
  { upload, quiet }: { upload: boolean; quiet: boolean },
): Promise<IngestSummary> {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} files, {eta_formatted} left',
    hideCursor: true,
    noTTYOutput: false,
  });
  if (!quiet) bar.start(found.length, 0);
  try {
    return await sendDocuments(client, found, { upload, progress: { fileDone: () => bar.increment() } });
  } finally {
    bar.stop();
  }
}

export function printSummary({
  documents,
  created,
  updated,
  unchanged,
  removed,
  failures,
}: IngestSummary): void {
  console.log(
    printable(
      `${documents} ${documents === 1 ? 'document' : 'documents'}: ${created} memories created, ${updated} updated, ${unchanged} unchanged, ${removed} removed.`,
    ),
  );
  for (const { source, message } of failures) console.error(printable(`${source}: ${message}`));
}
