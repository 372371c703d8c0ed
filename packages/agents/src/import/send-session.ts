import { ClientError, type Client } from '@memory/client';
import { startBody } from '../hook/flush/start-body.ts';
import { toObservations } from '../hook/flush/to-observations.ts';
import { Batches } from '../connection/batches.ts';
import type { ImportReport } from './import-report.ts';
import type { ImportItem } from './source.ts';

/** Observations and bytes a request. */
const BATCH = { items: 400, bytes: 600_000 };

type SessionItem = Extract<ImportItem, { kind: 'session' }>;

interface Sending {
  dryRun: boolean;
  batch: string;
  report: ImportReport;
}

/**
 * Sends a session as a hook would have, with its own times; what it comes to is drawn from it by the service. One that a
 * hook did capture, or that was imported and has not grown, is left alone.
 */
export async function sendSession(
  client: Client,
  { session, place }: SessionItem,
  { dryRun, batch, report }: Sending,
): Promise<void> {
  const { id, events, startedAt, endedAt, state } = session;
  const [first] = events;
  if (!first) return report.pass('empty', place);
  const known = await find(client, id);
  const before = known && stateOf(known.metadata_json);
  if (known && before === undefined) {
    report.sessions.captured += 1;
    return;
  }
  if (before === state) {
    report.sessions.unchanged += 1;
    return;
  }
  if (dryRun) return tell(report, session, place);
  const body = startBody(first);
  const metadata = { ...body.metadata, import: { batch, state } };
  if (!known) {
    try {
      await client.startSession({ body: { ...body, session_id: id, metadata, started_at: startedAt } });
    } catch (error) {
      // It belongs to another workspace of the same service.
      if (!(error instanceof ClientError) || error.status !== 409) throw error;
      report.sessions.rejected += 1;
      return report.pass('session of another workspace', place);
    }
  }
  const accepted = await sendObservations(client, session, { report, place });
  if (known) {
    await client.updateSession({ path: { session_id: id }, body: { metadata } });
    if (accepted === 0) {
      report.sessions.unchanged += 1;
      return;
    }
  }
  if (accepted === 0) {
    // Taken by nobody: it was forgotten.
    report.sessions.forgotten += 1;
    return;
  }
  await client.endSession({ path: { session_id: id }, body: { ended_at: endedAt } });
  report.sessions.observations += accepted;
  tell(report, session, place);
}

async function sendObservations(
  client: Client,
  { id, events }: SessionItem['session'],
  { report, place }: { report: ImportReport; place: string },
): Promise<number> {
  let accepted = 0;
  const send = async (observations: ReturnType<typeof toObservations>): Promise<void> => {
    const reply = await client.recordObservations({ path: { session_id: id }, body: { observations } });
    accepted += reply.accepted;
    for (const { msg } of reply.errors) report.pass(`refused: ${msg}`, place);
  };
  const batches = new Batches(send, BATCH);
  for (const observation of events.flatMap((event) => toObservations(event))) await batches.add(observation);
  await batches.flush();
  return accepted;
}

function tell(report: ImportReport, { events, startedAt }: SessionItem['session'], place: string): void {
  report.sessions.imported += 1;
  const [first] = events;
  report.sample({
    title: (events.find(({ kind }) => kind === 'prompt')?.text ?? '').split('\n', 1)[0]?.slice(0, 120) ?? '',
    memory_type: 'session',
    created_at: startedAt,
    author: first?.author ?? null,
    place,
  });
}

async function find(client: Client, id: string) {
  try {
    return await client.getSession({ path: { session_id: id } });
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return undefined;
    throw error;
  }
}

/** What an import left with it; undefined where it was captured. */
function stateOf(metadata: Record<string, unknown>): string | undefined {
  const { import: noted } = metadata as { import?: { state?: unknown } };
  return typeof noted?.state === 'string' ? noted.state : undefined;
}
