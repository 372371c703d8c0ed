import type { Client } from '@memory/client';
import {
  RECORD_KINDS,
  RECORD_OUTCOMES,
  RECORDS_MAX,
  type ConflictRule,
  type RecordKind,
  type RecordOutcome,
} from '@memory/contracts';
import { Batches, jsonBytes, REQUEST_BYTES } from '../../connection/batches.ts';

/** Messages that are kept. */
const MESSAGES_MAX = 50;
const SAMPLES_MAX = 5;

type OutcomeCounts = Partial<Record<RecordOutcome, number>>;

export interface SentRecords {
  /** By kind and by what became of them. */
  outcomes: Partial<Record<RecordKind, OutcomeCounts>>;
  /** Of memories that are new or changed. */
  samples: string[];
  messages: { place: string; message: string }[];
  /** How many there were, of which the first are in `messages`. */
  messageCount: number;
}

interface SendOptions {
  dryRun?: boolean;
  onConflict?: ConflictRule;
  /** Told after each request. */
  onProgress?: (records: number) => void;
}

interface Waiting {
  record: unknown;
  place: string;
}

/** Sends records in their order, in batches within the request limit, and gathers what became of them. */
export async function sendRecords(
  client: Client,
  records: AsyncIterable<{ record: unknown; place?: string; line?: number }>,
  { dryRun = false, onConflict = 'newer', onProgress }: SendOptions = {},
): Promise<SentRecords> {
  const sent: SentRecords = { outcomes: {}, samples: [], messages: [], messageCount: 0 };
  let total = 0;
  const send = async (batch: Waiting[]): Promise<void> => {
    const { outcomes, messages } = await client.importRecords({
      body: { records: batch.map(({ record }) => record), on_conflict: onConflict, dry_run: dryRun },
    });
    for (const [index, outcome] of outcomes.entries()) count(sent, batch[index]?.record, outcome);
    for (const { index, message } of messages) tell(sent, batch[index]?.place ?? '', message);
    total += batch.length;
    onProgress?.(total);
  };
  const batches = new Batches(send, { items: RECORDS_MAX });
  for await (const { record, place, line } of records) {
    const size = jsonBytes(record) + 1;
    const where = place ?? (line === undefined ? '' : `line ${line}`);
    if (size > REQUEST_BYTES) {
      count(sent, record, 'invalid');
      tell(sent, where, `The record has ${size} bytes; at most ${REQUEST_BYTES} can be sent.`);
      continue;
    }
    await batches.add({ record, place: where }, size);
  }
  await batches.flush();
  return sent;
}

function count(sent: SentRecords, record: unknown, outcome: RecordOutcome): void {
  const { record: given, title } = (record ?? {}) as { record?: unknown; title?: unknown };
  const kind = RECORD_KINDS.find((each) => each === given) ?? 'memory';
  const counts = (sent.outcomes[kind] ??= {});
  counts[outcome] = (counts[outcome] ?? 0) + 1;
  if (
    (outcome === 'created' || outcome === 'updated') &&
    typeof title === 'string' &&
    sent.samples.length < SAMPLES_MAX
  )
    sent.samples.push(title);
}

function tell(sent: SentRecords, place: string, message: string): void {
  sent.messageCount += 1;
  if (sent.messages.length < MESSAGES_MAX) sent.messages.push({ place, message });
}

/** How many records came to each outcome, whatever their kind. */
export function totalsOf({ outcomes }: Pick<SentRecords, 'outcomes'>): Record<RecordOutcome, number> {
  const totals = Object.fromEntries(RECORD_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    RecordOutcome,
    number
  >;
  for (const counts of Object.values(outcomes))
    for (const [outcome, number] of Object.entries(counts)) totals[outcome as RecordOutcome] += number;
  return totals;
}
