import { setTimeout as wait } from 'node:timers/promises';
import type { GoneDocuments, IngestBatchReply } from '@memory/contracts';
import { redactValue } from '@memory/redact';
import type { Client } from '@memory/client';

const POLL_MS = 500;

/**
 * Sends documents as one file of JSON Lines to an upload address, and waits until they are read.
 * @param gone what is no longer there: documents with the same text have moved
 */
export async function uploadDocuments(
  client: Client,
  documents: readonly object[],
  gone: GoneDocuments[] = [],
): Promise<IngestBatchReply> {
  const masked = documents.map((document) => redactValue(document));
  // A workspace that refuses secrets refuses the upload before anything of it is sent.
  const redacted = masked.reduce((sum, { places }) => sum + places.length, 0);
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
