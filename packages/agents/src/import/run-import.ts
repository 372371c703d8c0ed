import type { Client } from '@memory/client';
import {
  IMPORT_RECORDS_MAX,
  IMPORT_RELATIONSHIPS_MAX,
  type ImportRecordInput,
  type ImportRelationship,
} from '@memory/contracts';
import { Batches, jsonBytes } from '../connection/batches.ts';
import { fitRecord } from './fit-record.ts';
import { ImportReport } from './import-report.ts';
import { sendSession } from './send-session.ts';
import type { ImportItem } from './source.ts';

/** Bytes of records a request, which is written in one transaction. */
const BATCH_BYTES_MAX = 600_000;

interface RunOptions {
  dryRun: boolean;
  /** What all changes of the import are known by. */
  batch: string;
  /** Told as it goes on. */
  onProgress?: (report: ImportReport) => void;
}

interface RecordToSend {
  record: ImportRecordInput;
  place: string;
}

/** Sends what a source yields, in batches, and tells what became of it. Relationships come last: they need both ends. */
export async function runImport(
  client: Client,
  items: AsyncIterable<ImportItem>,
  { dryRun, batch, onProgress }: RunOptions,
): Promise<ImportReport> {
  const report = new ImportReport();
  const relationships: ImportRelationship[] = [];
  const send = async (records: RecordToSend[]): Promise<void> => {
    await sendRecords(client, records, { dryRun, report });
    onProgress?.(report);
  };
  const records = new Batches(send, { items: IMPORT_RECORDS_MAX, bytes: BATCH_BYTES_MAX });
  for await (const item of items) {
    if (item.kind === 'passed') report.pass(item.reason, item.place);
    else if (item.kind === 'relationship') relationships.push(item.relationship);
    else if (item.kind === 'session') {
      await sendSession(client, item, { dryRun, batch, report });
      onProgress?.(report);
    } else {
      const fitted = fitRecord(item.record);
      if (fitted.length === 0) report.pass('empty', item.place);
      for (const record of fitted) await records.add({ record, place: item.place }, jsonBytes(record));
    }
  }
  await records.flush();
  if (dryRun) return report;
  for (let from = 0; from < relationships.length; from += IMPORT_RELATIONSHIPS_MAX) {
    const reply = await client.importMemories({
      body: { relationships: relationships.slice(from, from + IMPORT_RELATIONSHIPS_MAX) },
    });
    for (const name of ['created', 'present', 'missing', 'refused'] as const)
      report.relationships[name] += reply.relationships[name];
  }
  return report;
}

async function sendRecords(
  client: Client,
  waiting: readonly RecordToSend[],
  { dryRun, report }: { dryRun: boolean; report: ImportReport },
): Promise<void> {
  const { outcomes, errors } = await client.importMemories({
    body: { records: waiting.map(({ record }) => record), dry_run: dryRun },
  });
  for (const [index, { record, place }] of waiting.entries()) {
    const outcome = outcomes[index] ?? 'rejected';
    report.records[outcome] += 1;
    if (outcome === 'rejected')
      report.pass(`refused: ${errors.find((error) => error.index === index)?.msg ?? 'unknown'}`, place);
    if (outcome === 'imported' || outcome === 'updated')
      report.sample({
        title: record.title,
        memory_type: record.memory_type ?? 'general',
        created_at: record.created_at ?? record.updated_at ?? null,
        author: record.author ?? null,
        place,
      });
  }
}
