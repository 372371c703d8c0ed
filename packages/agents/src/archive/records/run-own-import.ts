import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ConflictRule } from '@memory/contracts';
import { printable } from '@memory/text/printable';
import { connect } from '../../connection/connection.ts';
import { importNotes } from '../notes/import-notes.ts';
import { readNotesList } from '../notes/notes-folder.ts';
import { printNotes } from '../notes/print-notes.ts';
import { importFile } from './import-file.ts';
import { printSent } from './print-sent.ts';
import { totalsOf } from './send-records.ts';

export interface OwnImportOptions {
  dryRun?: boolean | undefined;
  json?: boolean | undefined;
  partial?: boolean | undefined;
  onConflict?: ConflictRule | undefined;
  delete?: boolean | undefined;
}

/** `workspace-memory import FILE`: an export of ours comes back, a file of records or a folder of notes. */
export async function runOwnImport(given: string, options: OwnImportOptions): Promise<void> {
  const { dryRun = false, json = false, partial, onConflict } = options;
  const path = resolve(given);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`${path} was not found.`);
  if (found.isDirectory() && !readNotesList(path))
    throw new Error(
      `${path} holds no notes that export wrote. For a folder of basic-memory: workspace-memory import basic-memory ${given}.`,
    );
  const batch = batchName();
  const { client, redactedSecrets } = await connect({ batch });
  const imported = found.isDirectory()
    ? await importNotes(client, path, { dryRun, onConflict, isDeleting: options.delete ?? false })
    : await importFile(client, path, { dryRun, partial, onConflict });
  const { invalid, incomplete, created, updated } = totalsOf(imported);
  if (invalid + incomplete > 0 || ('brokenCount' in imported && imported.brokenCount > 0))
    process.exitCode = 1;
  if (json) {
    const about = { path, dry_run: dryRun, batch, redacted_secrets: redactedSecrets() };
    return console.log(printable(JSON.stringify({ ...about, ...imported })));
  }
  printSent(imported, { dryRun });
  if ('gone' in imported) printNotes(imported, { dryRun, isDeleting: options.delete ?? false });
  else for (const { line, reason } of imported.broken) console.log(printable(`line ${line} ${reason}`));
  if (redactedSecrets() > 0)
    console.log(printable(`${redactedSecrets()} secrets were replaced before anything was stored.`));
  if (!dryRun && created + updated > 0)
    console.log(printable(`To take it back: workspace-memory import --undo ${batch}`));
}

/** Names one run: an import that is repeated is another one. */
const batchName = (): string =>
  `import-${new Date()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/gu, '')
    .toLowerCase()}`;
