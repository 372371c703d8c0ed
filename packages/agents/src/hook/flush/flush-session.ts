import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '@memory/text/error-facts';
import { whyNoAnswer } from '../../home/why-no-answer.ts';
import { writeOwnFile } from '../../home/write-own-file.ts';
import type { CapturedEvent } from '../capture/captured-event.ts';
import { isRecord, listOf, numberOf, textOf } from '../host/payload.ts';
import { send, type Answer, sendMoment, type ServiceAddress } from '../service/send.ts';
import { DEAD_LETTERS } from '../spool/read-spool.ts';
import { sessionBody, toObservations, type ObservationBody } from './to-observations.ts';

/** A request of 1 MiB is refused. */
const BATCH_BYTES_MAX = 600 * 1_024;
const BATCH_MAX = 200;
const REQUEST_TIMEOUT_MS = 20_000;

/** The service cannot be reached, or takes nothing now; nothing is wrong with what was sent. */
export class Unavailable extends Error {
  /** The key is not valid, or may not write. */
  readonly isRefusal: boolean;
  /** The service failed at this: perhaps at what was sent. */
  readonly isDefect: boolean;
  readonly retryAfterS: number | undefined;

  constructor(
    message: string,
    { status = 0, retryAfterS }: { status?: number; retryAfterS?: number | undefined } = {},
  ) {
    super(message);
    this.isRefusal = status === 401 || status === 403;
    this.isDefect = status === 500;
    this.retryAfterS = retryAfterS;
  }
}

interface Spooled {
  path: string;
  event: CapturedEvent;
}

export interface FlushedSession {
  delivered: number;
  deadLetters: number;
}

/**
 * Sends the events of one session, oldest first, and deletes each once the service has acknowledged it. Everything may be
 * repeated: observations are known by their ids, a session opens and ends once.
 * @throws Unavailable where the rest has to wait
 */
export async function flushSession(
  address: ServiceAddress,
  paths: readonly string[],
  /** The service failed at this session several times: what it fails at alone is put aside. */
  { isSuspect }: { isSuspect: boolean },
): Promise<FlushedSession> {
  const flushed: FlushedSession = { delivered: 0, deadLetters: 0 };
  const bury = (path: string, reason: string, event?: CapturedEvent): void => {
    putAside(path, reason, event);
    flushed.deadLetters += 1;
  };
  const events: Spooled[] = [];
  for (const path of paths) {
    const event = readEvent(path);
    if (event === 'gone') continue;
    if (event === undefined) bury(path, 'It cannot be read.');
    else events.push({ path, event });
  }
  events.sort((a, b) => (a.event.at < b.event.at ? -1 : a.event.at > b.event.at ? 1 : 0));
  for (const batch of batchesOf(events)) {
    await deliver(address, batch, { bury, isSuspect });
    // An end comes last of its batch, and counts only once everything before it has arrived.
    const end = batch.find(({ event }) => event.kind === 'session_end');
    if (end) await endSession(address, end.event);
    for (const { path } of batch) rmSync(path, { force: true });
    flushed.delivered += batch.length;
  }
  return flushed;
}

async function endSession(address: ServiceAddress, { session }: CapturedEvent): Promise<void> {
  const path = `/api/v1/sessions/${encodeURIComponent(session)}/end`;
  await answerOf(send(address, { path, body: {}, timeoutMs: REQUEST_TIMEOUT_MS }));
}

/** Sends a batch; one that is refused is sent in halves until what is refused stands alone, which is put aside. */
async function deliver(
  address: ServiceAddress,
  batch: readonly Spooled[],
  delivery: { bury: (path: string, reason: string, event: CapturedEvent) => void; isSuspect: boolean },
): Promise<void> {
  const { bury, isSuspect } = delivery;
  const [first] = batch;
  if (first === undefined) return;
  const sources: Spooled[] = [];
  const observations: ObservationBody[] = [];
  for (const spooled of batch)
    for (const observation of toObservations(spooled.event)) {
      observations.push(observation);
      sources.push(spooled);
    }
  const { session, id, author: person } = first.event;
  // It opens the session too, where that is not open: a session that begins or ends without a word has nothing else to send.
  const body = { moment_id: id, session: sessionBody(first.event), observations };
  const answer = await answerOf(
    sendMoment(address, { session, body, person, timeoutMs: REQUEST_TIMEOUT_MS }),
  ).catch((error: unknown) => {
    if (isSuspect && error instanceof Unavailable && error.isDefect) return { status: 500, body: undefined };
    throw error;
  });
  if (answer.status === 200) {
    for (const error of listOf(isRecord(answer.body) ? answer.body['errors'] : undefined)) {
      if (!isRecord(error)) continue;
      const source = sources[numberOf(error, 'index') ?? -1];
      if (source) bury(source.path, textOf(error, 'msg') ?? 'Refused.', source.event);
    }
    return;
  }
  if (batch.length === 1) return bury(first.path, `The service answered ${answer.status}.`, first.event);
  const middle = Math.ceil(batch.length / 2);
  await deliver(address, batch.slice(0, middle), delivery);
  await deliver(address, batch.slice(middle), delivery);
}

/** Statuses that say nothing about what was sent. */
const UNAVAILABLE = new Set([401, 403, 408, 425, 429, 500, 502, 503, 504]);

async function answerOf(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked.catch((error: unknown) => {
    throw new Unavailable(
      `The service gives no answer: ${error instanceof Error ? whyNoAnswer(error) : 'unknown'}.`,
    );
  });
  const { status, retryAfterS } = answer;
  if (UNAVAILABLE.has(status))
    throw new Unavailable(`The service answered ${status}.`, { status, retryAfterS });
  return answer;
}

function readEvent(path: string): CapturedEvent | 'gone' | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isRecord(value) &&
      ['id', 'at', 'session', 'kind', 'text'].every((name) => typeof value[name] === 'string')
      ? (value as unknown as CapturedEvent)
      : undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : undefined;
  }
}

/** A file of the event and the reason, in the project's folder of dead letters. */
function putAside(path: string, reason: string, event: CapturedEvent | undefined): void {
  const folder = join(dirname(path), '..', DEAD_LETTERS);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = path.split(/[/\\]/u).at(-1) ?? 'event.json';
  writeOwnFile(
    join(folder, name),
    `${JSON.stringify({ reason, at: new Date().toISOString(), event: event ?? null })}\n`,
  );
  rmSync(path, { force: true });
}

/** As many as one request holds; what ends a session ends its batch. */
function batchesOf(events: readonly Spooled[]): Spooled[][] {
  const batches: Spooled[][] = [];
  let bytes = 0;
  for (const spooled of events) {
    const size = Buffer.byteLength(JSON.stringify(spooled.event)) + 500;
    const current = batches.at(-1);
    const isFull =
      current === undefined ||
      current.length === BATCH_MAX ||
      bytes + size > BATCH_BYTES_MAX ||
      current.at(-1)?.event.kind === 'session_end';
    if (isFull) batches.push([spooled]);
    else current.push(spooled);
    bytes = isFull ? size : bytes + size;
  }
  return batches;
}
