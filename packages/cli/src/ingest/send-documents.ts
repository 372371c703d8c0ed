import type { IngestBatchReply } from '@memory/contracts';
import type { Client } from '@memory/client';
import type { FoundDocument } from './find-documents.ts';
import { readLocalDocument } from './read-local-document.ts';
import { uploadDocuments } from './upload-documents.ts';

/** Bytes of JSON a request may carry with room to spare, and documents. */
const BATCH_BYTES = 900_000;
const BATCH_DOCUMENTS = 100;

export interface IngestProgress {
  /** Called after each file, read or refused. */
  fileDone(): void;
}

export interface IngestSummary extends Omit<IngestBatchReply, 'errors'> {
  /** What could not be read or was refused, by its source. */
  failures: { source: string; message: string }[];
}

interface PreparedDocument {
  source: string;
  title: string;
  content: string;
  tags: string[];
}

/** Reads and sends documents, in batches within the request limit; a document above it goes by upload. */
export async function sendDocuments(
  client: Client,
  found: readonly FoundDocument[],
  { progress, upload }: { progress: IngestProgress; upload: boolean },
): Promise<IngestSummary> {
  const summary: IngestSummary = {
    documents: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    failures: [],
  };
  const send = upload
    ? (documents: PreparedDocument[]) => uploadDocuments(client, documents)
    : (documents: PreparedDocument[]) => sendBatch(client, documents);
  let batch: PreparedDocument[] = [];
  let bytes = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    add(summary, await send(batch), batch);
    batch = [];
    bytes = 0;
  };
  for (const { path, source } of found) {
    const read = await readLocalDocument(path).catch((error: Error) => error);
    if (read instanceof Error) summary.failures.push({ source, message: read.message });
    else {
      const document = { source, ...read };
      const size = Buffer.byteLength(JSON.stringify(document));
      if (!upload && bytes + size > BATCH_BYTES) await flush();
      batch.push(document);
      bytes += size;
      if (!upload && (bytes > BATCH_BYTES || batch.length >= BATCH_DOCUMENTS)) await flush();
    }
    progress.fileDone();
  }
  await flush();
  return summary;
}

async function sendBatch(client: Client, documents: PreparedDocument[]): Promise<IngestBatchReply> {
  const [only] = documents;
  if (only && documents.length === 1 && Buffer.byteLength(JSON.stringify(only)) > BATCH_BYTES)
    return uploadDocuments(client, documents);
  return client.ingestBatch({ body: { documents } });
}

function add(summary: IngestSummary, reply: IngestBatchReply, batch: readonly PreparedDocument[]): void {
  for (const field of ['documents', 'created', 'updated', 'unchanged', 'removed'] as const)
    summary[field] += reply[field];
  for (const { index, msg } of reply.errors)
    summary.failures.push({ source: batch[index]?.source ?? `document ${index}`, message: msg });
}
