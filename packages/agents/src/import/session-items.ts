import { ClientError, type Client } from '@memory/client';
import { RECORDS_MAX } from '@memory/contracts';
import type { ImportReport } from '../archive/import-report.ts';
import type { SentItem } from '../archive/send-records.ts';
import { jsonBytes, REQUEST_BYTES } from '../connection/batches.ts';
import { sessionBody, toObservations } from '../hook/flush/to-observations.ts';
import type { ImportItem } from './source.ts';

/**
 * Records of a session as a hook would have captured it, with its own times; what it comes to is drawn from it once it is
 * here as a whole. One that a hook did capture, or that was imported and has not grown, is left alone.
 */
export async function* sessionItems(
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
  const observations = events
    .flatMap((event) => toObservations(event))
    .map((observation) => ({
      record: 'observation',
      external_id: `${id} ${observation.event_id}`,
      session_id: id,
      ...observation,
    }));
  const parts = partsOf(observations);
  for (const [index, part] of parts.entries())
    yield {
      records: [...(index === parts.length - 1 ? [ended] : index === 0 ? [open] : []), ...part],
      place,
      isContinued: index > 0,
    };
}

/** As many at a time as one request carries beside the session. */
function partsOf<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]];
  let bytes = 0;
  for (const item of items) {
    const size = jsonBytes(item) + 1;
    const last = parts.at(-1) ?? [];
    if (last.length < RECORDS_MAX - 1 && bytes + size < REQUEST_BYTES - SESSION_BYTES) {
      last.push(item);
      bytes += size;
    } else {
      parts.push([item]);
      bytes = size;
    }
  }
  return parts;
}

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
