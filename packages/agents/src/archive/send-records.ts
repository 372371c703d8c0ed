import type { Client } from '@memory/client';
import { RECORDS_MAX, type ConflictRule, type ImportRecordsReply } from '@memory/contracts';
import { Batches, jsonBytes, REQUEST_BYTES } from '../connection/batches.ts';
import { ProgressLine } from '../command/progress-line.ts';
import type { ImportReport } from './import-report.ts';

/** Records that one request carries where they fit into it, and where they come from. */
export interface SentItem {
  records: readonly unknown[];
  place: string;
  /** It goes on with the session of the item before, which has been counted. */
  isContinued?: boolean;
}

export type Reported = Pick<ImportReport, 'count' | 'tell'>;

interface SendOptions {
  report: Reported;
  dryRun?: boolean | undefined;
  onConflict?: ConflictRule | undefined;
}

type Receiver = (body: {
  records: unknown[];
  on_conflict: ConflictRule;
  dry_run: boolean;
}) => Promise<ImportRecordsReply>;

export async function sendRecords(
  receive: Receiver,
  items: AsyncIterable<SentItem> | Iterable<SentItem>,
  { report, dryRun = false, onConflict = 'newer' }: SendOptions,
): Promise<void> {
  const progress = new ProgressLine();
  let total = 0;
  const batches = new Batches<SentItem>(
    async (batch) => {
      const sent = batch.flatMap(({ records, ...item }) => records.map((record) => ({ record, ...item })));
      const { outcomes, messages } = await receive({
        records: sent.map(({ record }) => record),
        on_conflict: onConflict,
        dry_run: dryRun,
      });
      for (const [index, outcome] of outcomes.entries()) {
        const { record, place = '', isContinued } = sent[index] ?? {};
        if (!isContinued || (record as { record: string }).record !== 'session')
          report.count(record, outcome, place);
      }
      for (const { index, message } of messages)
        report.tell(sent[index]?.place ?? '', message, outcomes[index] ?? 'invalid');
      total += sent.length;
      progress.show(`${total} records`);
    },
    { items: RECORDS_MAX },
  );
  try {
    for await (const item of items) {
      const { records, place } = item;
      const sizes = records.map((record) => jsonBytes(record) + 1);
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      if (records.length <= RECORDS_MAX && bytes <= REQUEST_BYTES) {
        await batches.add(item, { bytes, count: records.length });
        continue;
      }
      for (const [index, record] of records.entries()) {
        const size = sizes[index] ?? 0;
        if (size <= REQUEST_BYTES) await batches.add({ records: [record], place }, { bytes: size });
        else {
          report.count(record, 'invalid', place);
          report.tell(
            place,
            `The record has ${size} bytes; at most ${REQUEST_BYTES} can be sent.`,
            'invalid',
          );
        }
      }
    }
    await batches.flush();
  } finally {
    progress.end();
  }
}

export const receiverOf =
  (client: Client): Receiver =>
  (body) =>
    client.importRecords({ body });
