import { stat } from 'node:fs/promises';
import { type Client, ClientError } from '@memory/client';
import { RECORD_KINDS, type ConflictRule, RECORDS_MAX } from '@memory/contracts';
import { ImportReport, printReport } from '../archive/import-report.ts';
import { importNotes, printNotes } from '../archive/notes/import-notes.ts';
import { readNotesList } from '../archive/notes/notes-folder.ts';
import { checkRecordsFile, readRecordsFile } from '../archive/records-file.ts';
import { receiverOf, sendRecords, type SentItem } from '../archive/send-records.ts';
import { print } from '../command/print.ts';
import { inBatches, REQUEST_BYTES } from '../connection/batches.ts';
import { connect } from '../connection/connection.ts';
import { sessionBody, toObservations } from '../hook/flush/to-observations.ts';
import { fitRecord } from './fit-record.ts';
import type { ImportItem } from './source.ts';

export interface RunOptions {
  dryRun?: boolean | undefined;
  json?: boolean | undefined;
  /** Of a file that is not whole: what is there. */
  partial?: boolean | undefined;
  /** Rule for a record that is here and differs; default: the later one stands. */
  onConflict?: ConflictRule | undefined;
  /** Of a folder of notes: delete memories whose notes are gone. */
  delete?: boolean | undefined;
}

export async function runImport(
  source: string,
  options: RunOptions,
  work: (client: Client, report: ImportReport) => Promise<object | void>,
): Promise<void> {
  const { dryRun = false, json = false } = options;
  const batch = batchName(source);
  const { client, redacted } = await connect({ batch });
  const report = new ImportReport();
  const further = await work(client, report);
  report.redacted = redacted;
  if (json) {
    const about = { source, dry_run: dryRun, batch };
    return print({ ...about, ...report.toJSON(), ...further }, true);
  }
  printReport(report, { dryRun, batch });
}

/** Names one run: an import that is repeated is another one. */
const batchName = (source: string): string =>
  `import-${/^[\w-]{1,40}$/u.test(source) ? `${source}-` : ''}${new Date()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/gu, '')
    .toLowerCase()}`;

export async function importItems(
  client: Client,
  items: AsyncIterable<ImportItem>,
  { report, dryRun = false }: { report: ImportReport; dryRun?: boolean | undefined },
): Promise<void> {
  const relationships: SentItem[] = [];
  const records = async function* (): AsyncGenerator<SentItem> {
    for await (const item of items) {
      const { place } = item;
      if (item.kind === 'passed') report.pass(item.reason, place);
      else if (item.kind === 'relationship') relationships.push({ records: [declared(item)], place });
      else if (item.kind === 'session') yield* sessionItems(client, item, report);
      else {
        const fitted = fitRecord(item.record);
        if (fitted.length === 0) report.pass('empty', place);
        for (const record of fitted) yield { records: [{ record: 'memory', ...record }], place };
      }
    }
  };
  const receive = receiverOf(client);
  await sendRecords(receive, records(), { report, dryRun });
  // Of a dry run their ends are not here yet.
  if (!dryRun) await sendRecords(receive, relationships, { report });
}

const declared = ({
  relationship: { source, target, ...rest },
}: Extract<ImportItem, { kind: 'relationship' }>) => ({
  record: 'relationship',
  source_external_id: source,
  target_external_id: target,
  ...rest,
});

/** Imports what `export` wrote: a file of records, or a folder of notes. Exit code 1 tells that something was not taken. */
export async function importOwn(path: string, options: RunOptions): Promise<void> {
  const { dryRun, partial = false, onConflict } = options;
  const isFolder = (await stat(path)).isDirectory();
  if (isFolder && !readNotesList(path))
    throw new Error(
      `${path} holds no notes that export wrote. For a folder of basic-memory: workspace-memory import basic-memory ${path}.`,
    );
  await runImport(path, options, async (client, report) => {
    if (isFolder) {
      const isDeleting = options.delete ?? false;
      const imported = await importNotes(client, path, { report, dryRun, onConflict, isDeleting });
      if (!options.json) printNotes(imported, { dryRun: dryRun ?? false, isDeleting });
      setExitCode(report);
      return imported;
    }
    await importFile(client, path, { report, dryRun, partial, onConflict });
    setExitCode(report);
  });
}

function setExitCode({ totals, passed }: ImportReport): void {
  if (totals.invalid + totals.incomplete > 0 || passed.has(BROKEN)) process.exitCode = 1;
}

const BROKEN = 'no record';
const DERIVED = 'made anew by the service';

/** Imports a file of records: again, nothing is written. @throws when it is not whole, before anything is written */
async function importFile(
  client: Client,
  path: string,
  {
    report,
    dryRun,
    partial = false,
    onConflict,
  }: Pick<RunOptions, 'dryRun' | 'partial' | 'onConflict'> & { report: ImportReport },
): Promise<void> {
  const file = await checkRecordsFile(path);
  const { broken, brokenCount, missing } = file;
  if ((missing !== undefined || brokenCount > 0) && !partial)
    throw new Error(
      [
        `${path} is not whole: ${missing ?? `${brokenCount} lines are no records`}. Nothing was written; --partial imports what is there.`,
        ...broken.map(({ line, reason }) => `line ${line} ${reason}`),
      ].join('\n'),
    );
  for (const { line, reason } of broken) report.pass(BROKEN, `line ${line} ${reason}`);
  const items = async function* (): AsyncGenerator<SentItem> {
    for await (const { record, place } of readRecordsFile(path, file))
      if (RECORD_KINDS.some((kind) => kind === record.record)) yield { records: [record], place };
      else report.pass(DERIVED, place);
  };
  await sendRecords(receiverOf(client), items(), { report, dryRun, onConflict });
}

/**
 * Records of a session as a hook would have captured it, with its own times; what it comes to is drawn from it once it is
 * here as a whole. One that a hook did capture, or that was imported and has not grown, is left alone.
 */
async function* sessionItems(
  client: Client,
  { session, place }: Extract<ImportItem, { kind: 'session' }>,
  report: ImportReport,
): AsyncGenerator<SentItem> {
  const { id, events, startedAt, endedAt, state } = session;
  const [first] = events;
  if (!first) return report.pass('empty', place);
  const before = await stateOf(client, id);
  if (before === 'captured') return report.pass('session that was captured when it happened', place);
  const { metadata, ...body } = sessionBody(first);
  const record = {
    record: 'session',
    external_id: `session ${id}`,
    session_id: id,
    ...body,
    started_at: startedAt,
  };
  if (before === state) return report.count(record, 'unchanged', place);
  // Until it is here as a whole, nothing is drawn from it, and importing it again goes on with it.
  const open = { ...record, is_active: true, metadata_json: { ...metadata, import: { state: '' } } };
  const ended = {
    ...record,
    is_active: false,
    ended_at: endedAt,
    metadata_json: { ...metadata, import: { state } },
  };
  // Of one moment the service keeps no order: a command would stand behind its output.
  let last = Number.NEGATIVE_INFINITY;
  const observations = events
    .flatMap((event) => toObservations(event))
    .map((observation) => {
      const at = Date.parse(observation.occurred_at);
      last = last - at < SAME_MOMENT_MS ? Math.max(at, last + 1) : at;
      return {
        record: 'observation',
        external_id: `${id} ${observation.event_id}`,
        session_id: id,
        ...observation,
        occurred_at: new Date(last).toISOString(),
      };
    });
  // Beside the session, which goes without any, too, and takes the last byte.
  const limits = { items: RECORDS_MAX - 1, bytes: REQUEST_BYTES - SESSION_BYTES - 1 };
  const parts = observations.length === 0 ? [[]] : await inBatches(observations, limits);
  for (const [index, part] of parts.entries())
    yield {
      records: [...(index === parts.length - 1 ? [ended] : index === 0 ? [open] : []), ...part],
      place,
      isContinued: index > 0,
    };
}

/** An earlier time than the one before it by more than this is meant. */
const SAME_MOMENT_MS = 1000;
/** The session itself has a few names. */
const SESSION_BYTES = 50_000;

async function stateOf(client: Client, id: string): Promise<string | undefined> {
  try {
    const { metadata_json } = await client.getSession({ path: { session_id: id } });
    const { import: noted } = metadata_json as { import?: { state?: unknown } };
    return typeof noted?.state === 'string' ? noted.state : 'captured';
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return undefined;
    throw error;
  }
}
