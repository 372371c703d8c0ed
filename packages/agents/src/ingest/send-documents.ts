import { setTimeout as wait } from 'node:timers/promises';
import {
  type GoneDocuments,
  type IngestBatchReply,
  GONE_MAX,
  type IngestedBatch,
  addCounts,
  noCounts,
} from '@memory/contracts';
import { redactValue } from '@memory/redact';
import { placesIn, type Client } from '@memory/client';
import { DocumentError, NO_TIME_LEFT } from '@memory/sections/reader';
import type { FoundDocument } from './find-documents.ts';
import { readLocalDocument, type LocalDocument } from './local-documents.ts';
import { Batches, jsonBytes, REQUEST_BYTES } from '../connection/batches.ts';

const POLL_MS = 500;

/** Sends documents as one file of JSON Lines to an upload address, and waits until they are read. */
export async function uploadDocuments(
  client: Client,
  documents: readonly object[],
  gone: GoneDocuments[] = [],
): Promise<IngestBatchReply> {
  const masked = documents.map((document) => redactValue(document));
  // A workspace that refuses secrets refuses the upload before anything of it is sent.
  const redacted = masked.flatMap(({ value, places }) => placesIn(value, places));
  const upload = await client.createUpload({ body: { gone }, redacted });
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  const lines = masked.map(({ value }) => `${JSON.stringify(value)}\n`);
  form.append('file', new Blob(lines, { type: 'application/x-ndjson' }), 'documents.jsonl');
  const response = await fetch(upload.url, { method: upload.method, body: form });
  if (!response.ok) throw new Error(`The upload was refused (${response.status}): ${await response.text()}`);
  for (;;) {
    const state = await client.getUpload({ path: { id: upload.upload_id } });
    if (state.state === 'complete') return state;
    if (state.state === 'failed' || state.state === 'expired')
      throw new Error(`The upload ${state.state}: ${state.failure ?? 'no reason given'}`);
    await wait(POLL_MS);
  }
}

const BATCH_DOCUMENTS = 100;

/** The largest document that an upload takes; another one is refused behind it. */
const DOCUMENT_BYTES = 8 * 1024 * 1024 - 4_096;

export interface IngestProgress {
  fileDone(): void;
}

export interface SendSummary extends Omit<IngestedBatch, 'errors'> {
  failures: { source: string; message: string }[];
  /** Documents without text. */
  skipped: { source: string; message: string }[];
}

interface PreparedDocument extends LocalDocument {
  origin: string;
  source: string;
}

interface GonePlace extends GoneDocuments {
  now: string;
}

export async function sendDocuments(
  client: Client,
  found: readonly FoundDocument[],
  { progress, upload, gone = [] }: { progress: IngestProgress; upload: boolean; gone?: readonly GonePlace[] },
): Promise<SendSummary> {
  const summary: SendSummary = {
    ...noCounts(),
    renamed: [],
    failures: [],
    skipped: [],
  };
  const send = upload
    ? (documents: PreparedDocument[]) => uploadDocuments(client, documents, told(gone))
    : (documents: PreparedDocument[]) => sendBatch(client, documents, gone);
  const sendAll = async (documents: PreparedDocument[]) => {
    for (let waiting = documents; waiting.length > 0;) {
      const reply = await send(waiting);
      const late = new Set(reply.errors.filter(({ msg }) => msg === NO_TIME_LEFT));
      // The first of a call has all of its time, so that each call leaves fewer.
      const again = late.size < waiting.length ? late : new Set<(typeof reply.errors)[number]>();
      add(summary, { ...reply, errors: reply.errors.filter((error) => !again.has(error)) }, waiting);
      const left = new Set([...again].map(({ index }) => index));
      waiting = waiting.filter((_, index) => left.has(index));
    }
  };
  // An upload takes all of them at once.
  const limits = upload ? { items: Infinity, bytes: Infinity } : { items: BATCH_DOCUMENTS };
  const batches = new Batches(sendAll, limits);
  let originBefore: string | undefined;
  for (const { path, source, origin } of found) {
    const read = await readLocalDocument(path).catch((error: Error) => error);
    if (read instanceof DocumentError && read.code === 'empty_document')
      summary.skipped.push({ source, message: read.message });
    else if (read instanceof Error) summary.failures.push({ source, message: read.message });
    else if (jsonBytes(read) > DOCUMENT_BYTES)
      summary.failures.push({ source, message: 'It holds more than 8 MB of text: split it.' });
    else {
      const document = { origin, source, ...read };
      // All documents of a batch come from one origin, so that what is gone there is looked for among them.
      if (originBefore !== origin && !upload) await batches.flush();
      originBefore = origin;
      await batches.add(document);
    }
    progress.fileDone();
  }
  await batches.flush();
  return summary;
}

type Sent = Omit<IngestedBatch, 'renamed'> & Partial<Pick<IngestedBatch, 'renamed'>>;

async function sendBatch(
  client: Client,
  documents: PreparedDocument[],
  gone: readonly GonePlace[],
): Promise<Sent> {
  const [only] = documents;
  if (only && documents.length === 1 && jsonBytes(only) > REQUEST_BYTES)
    return uploadDocuments(client, documents, told(gone));
  const [missing = null] = told(gone.filter(({ now }) => now === only?.origin));
  return client.ingestBatch({ body: { documents, gone: missing } });
}

const told = (gone: readonly GoneDocuments[]): GoneDocuments[] =>
  [...Map.groupBy(gone, ({ origin }) => origin)]
    .map(([origin, folders]) => ({
      origin,
      sources: [...new Set(folders.flatMap(({ sources }) => sources))].slice(0, GONE_MAX),
    }))
    .filter(({ sources }) => sources.length > 0);

function add(summary: SendSummary, reply: Sent, batch: readonly PreparedDocument[]): void {
  addCounts(summary, reply);
  summary.renamed.push(...(reply.renamed ?? []));
  for (const { index, msg } of reply.errors)
    summary.failures.push({ source: batch[index]?.source ?? `document ${index}`, message: msg });
}
