import { SingleBar } from 'cli-progress';
import { Command, Option } from 'commander';
import type { ErasedState, RedactedPage } from '@memory/contracts';
import { print, printTable, say } from '../command/print.ts';
import { localDataDir, listCopies, sayCopies } from './local-data-dir.ts';
import { findOperator } from './find-operator.ts';
import type { Operator } from './operator.ts';

interface CommandOptions {
  workspace?: string;
  dryRun?: boolean;
  apply?: boolean;
  json?: boolean;
}

const COVERAGE = `
Looks through memory_counters, memories, sessions, observations, relationships, unanswered_questions, glossary_groups, feedback, memory_grounds, ground_settlements, documents,
document_sections, document_uploads, memory_changes, type_changes, embedding_refusals, job_attempts, code_symbols, memory_anchors, workspace_exports and idempotent_replies. Of what it
finds it tells workspace, table, kind and number, never the value. It may be broken off and repeated.

With --apply, the files of an embedded database are written anew without what was replaced; meanwhile callers may have
to wait. How to do it on a server of PostgreSQL and on Aurora:
docs/operating.md, "Secrets that are stored already".

Not covered:
  - outlines, paths and names of indexed code: delete the repository and index it again
  - files of uploads that wait to be read, exports and backups
  - session ids, names of workspaces, keys and repositories`;

export function redactCommand(): Command {
  return new Command('redact')
    .description('Count or replace the secrets in what is stored already.')
    .option('--workspace <id>', 'id of the workspace; default: all')
    .addOption(new Option('--dry-run', 'count them, and write nothing').conflicts('apply'))
    .addOption(new Option('--apply', 'replace them; there is no way back'))
    .option('--json', 'print JSON')
    .addHelpText('after', COVERAGE)
    .action(async ({ workspace, dryRun, apply = false, json }: CommandOptions, command: Command) => {
      if (!dryRun && !apply) throw new Error('Give either --dry-run or --apply.');
      const target = await findOperator(command);
      const report = await withProgress(target, { workspace, apply });
      if (!json) printReport(report, apply);
      if (!apply) return json ? print(report, true) : undefined;
      const { state: files } = await target.eraseReplaced({});
      const isHere = command.optsWithGlobals<{ env?: string }>().env === undefined;
      const copies = isHere ? await listCopies(await localDataDir()) : [];
      if (json) return print({ ...report, files, copies }, true);
      say(FILES[files]);
      sayCopies(copies);
    });
}

const FILES: Record<ErasedState, string> = {
  erased: 'The files of the database were written anew: nothing of what was replaced is left in them.',
  elsewhere:
    'The files of the database still hold what was replaced, until it is vacuumed: see docs/operating.md.',
};

async function withProgress(
  target: Operator,
  options: { workspace: string | undefined; apply: boolean },
): Promise<RedactReport> {
  const bar = new SingleBar({
    format: '{table}: {rows} rows read, {holding} hold secrets',
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(0, 0, { table: 'memories', rows: 0, holding: 0 });
  try {
    return await redactStored(target, { ...options, onPage: (page) => bar.update(0, page) });
  } finally {
    bar.stop();
  }
}

function printReport({ secrets, rows, holding, left }: RedactReport, apply: boolean): void {
  if (secrets.length > 0) printTable(secrets);
  const count = secrets.reduce((sum, secret) => sum + secret.count, 0);
  say(
    `${count} secrets in ${holding} of ${rows} rows; ${apply ? `${holding - left} rows were written.` : 'nothing was written.'}`,
  );
  if (left > 0)
    say(
      `${left} rows were left as they are: they changed meanwhile (run it again), or would equal another (delete one of the two).`,
    );
  if (apply && holding > 0) say('Changed memories are embedded anew. Indexed code: see --help.');
}

interface StoredSecrets {
  workspace: string;
  table: string;
  kind: string;
  count: number;
}

interface RedactReport {
  secrets: StoredSecrets[];
  /** Rows that were read, that hold secrets, and of these the ones that could not be written. */
  rows: number;
  holding: number;
  left: number;
}

export interface RedactOptions {
  workspace?: string | undefined;
  apply: boolean;
  onPage?: ((page: { table: string; rows: number; holding: number }) => void) | undefined;
}

export async function redactStored(
  target: Operator,
  { workspace, apply, onPage }: RedactOptions,
): Promise<RedactReport> {
  const report: RedactReport = { secrets: [], rows: 0, holding: 0, left: 0 };
  const workspaces = workspace === undefined ? await listIds(target) : [workspace];
  for (const workspaceId of workspaces) {
    const counts = new Map<string, StoredSecrets>();
    for (let at: RedactedPage['next'] = null; ;) {
      const page: RedactedPage = await target.redactStored({ workspaceId, apply, at });
      const { table, rows, found, holding, left, next } = page;
      report.rows += rows;
      report.holding += holding;
      report.left += left;
      for (const [kind, count] of Object.entries(found)) {
        const id = `${table} ${kind}`;
        const known = counts.get(id) ?? { workspace: workspaceId, table, kind, count: 0 };
        counts.set(id, { ...known, count: known.count + count });
      }
      onPage?.({ table, rows: report.rows, holding: report.holding });
      if (next === null) break;
      at = next;
    }
    report.secrets.push(...counts.values());
  }
  return report;
}

const PAGE = 1_000;

async function listIds(target: Operator): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const { workspaces } = await target.listWorkspaces({ limit: PAGE, after: ids.at(-1) ?? null });
    ids.push(...workspaces.map(({ id }) => id));
    if (workspaces.length < PAGE) return ids;
  }
}
