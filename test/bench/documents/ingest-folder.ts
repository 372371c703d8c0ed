import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { IngestSummary } from '../../../packages/agents/src/ingest/ingest-documents.ts';
import type { Bench } from './start-bench.ts';

const CLI = path.join(import.meta.dirname, '../../../packages/agents/src/main.ts');

/** Ingests a folder by the command, in a process of its own; the sources are paths below it. */
export async function ingestFolder(
  folder: string,
  { environment }: Bench,
  origin = path.basename(folder),
): Promise<IngestSummary> {
  const command = [CLI, 'ingest', '--json', '--origin', origin, '.'];
  const running = promisify(execFile)(process.execPath, command, {
    cwd: folder,
    env: environment,
    maxBuffer: 64 * 1_024 * 1_024,
  });
  // It ends with status 1 where one document cannot be read.
  const { stdout } = await running.catch((error: { stdout: string; stderr: string }) => {
    if (error.stdout) return error;
    throw new Error(error.stderr, { cause: error });
  });
  return JSON.parse(stdout) as IngestSummary;
}
