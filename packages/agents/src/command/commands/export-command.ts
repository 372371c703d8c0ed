import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { connect } from '../../connection/connection.ts';
import { PLURALS } from '../../archive/import-report.ts';
import { exportRecords } from '../../archive/read-records.ts';
import { recordLines, type RecordCounts } from '../../archive/records-file.ts';
import { writeNewFile } from '../../archive/line-files.ts';
import { print, say } from '../print.ts';

interface ExportOptions {
  format: 'jsonl' | 'markdown';
  output?: string;
  force?: boolean;
  json?: boolean;
}

export function exportCommand(): Command {
  return new Command('export')
    .description('Write all that the workspace holds to a file that `import` reads, here or elsewhere.')
    .addOption(
      new Option('--format <format>', 'lines of JSON, or Markdown that people and basic-memory read and edit')
        .choices(['jsonl', 'markdown'])
        .default('jsonl'),
    )
    .option(
      '--output <path>',
      'file (gzip if it ends with .gz), or folder for Markdown; else standard output',
    )
    .option('--force', 'write over what is there')
    .option('--json', 'print what was written as JSON')
    .addHelpText('after', NOTES)
    .action(async ({ format, output, force = false, json = false }: ExportOptions) => {
      const counts: RecordCounts = {};
      if (format === 'markdown') {
        if (output === undefined) throw new Error('Name the folder: --output <folder>.');
        const { client } = await connect();
        const { exportNotes, printExportedNotes } = await import('../../archive/notes/export-notes.ts');
        const exported = await exportNotes(client, { folder: resolve(output), force });
        if (json) print(exported, true);
        else printExportedNotes(exported);
        return;
      }
      const { client } = await connect();
      const file = output === undefined ? undefined : resolve(output);
      const lines = recordLines(exportRecords(client, { file }), { counts });
      if (file === undefined) {
        // The records go out as they are: whoever reads them wants every byte.
        await pipeline(Readable.from(lines), process.stdout, { end: false });
        return;
      }
      await writeNewFile(file, lines, { replace: force });
      if (json) print({ file, records: counts }, true);
      else
        say(
          `${file}: ${Object.entries(counts)
            .map(([kind, count]) => `${PLURALS[kind] ?? kind} ${count}`)
            .join(', ')}`,
        );
    });
}

const NOTES = `
In it: memories, relationships, sessions, observations, documents, feedback, and digests of what was forgotten, one a line,
sorted, the same bytes each time. Not in it: keys, vectors and other things that the service makes anew, and indexed code;
admin workspace export moves those too. What each line holds: docs/export-format.md.`;
