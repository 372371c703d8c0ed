import { expect } from 'vitest';
import type { CreatedUpload } from '@memory/contracts';
import { ingestUpload } from '@memory/core';
import { openPipeline } from '../../jobs/pipeline/pipeline.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

async function createUpload(service: TestWorkspace): Promise<CreatedUpload> {
  const reply = await service.post('/api/v1/documents/upload-url', {});
  expect(reply.status).toBe(201);
  return reply.body as CreatedUpload;
}

async function upload({ url, fields }: CreatedUpload, content: string | Uint8Array): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]));
  return fetch(url, { method: 'POST', body: form });
}

const pages = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    title: `Page ${number}`,
    content: `Text of page ${number}.`,
  }));

/** Uploads a file and reads it; answers the upload as it then stands. */
async function ingest(service: TestWorkspace, content: string | Uint8Array) {
  const created = await createUpload(service);
  expect((await upload(created, content)).ok).toBe(true);
  await service.runJobs('ingestUpload');
  return (await service.get(`/api/v1/documents/uploads/${created.upload_id}`)).body;
}

verifies(['documents.upload.url', 'documents.upload.progress'], async ({ service }) => {
  const state = await ingest(service, JSON.stringify(pages(120)));
  expect(state).toMatchObject({
    state: 'complete',
    documents: 120,
    created: 120,
    error_count: 0,
    failure: null,
  });
  expect(state.bytes_read).toBe(state.bytes_total);
});

verifies(['documents.upload.json-lines', 'documents.upload.bad-items'], async ({ service }) => {
  const lines = pages(210).map((page) => JSON.stringify(page));
  lines[150] = '{"title": "No content"}';
  const state = await ingest(service, lines.join('\n'));
  expect(state).toMatchObject({
    state: 'complete',
    documents: 209,
    error_count: 1,
    errors: [{ index: 150 }],
  });
});

verifies('documents.upload.event-twice', async ({ service }) => {
  const created = await createUpload(service);
  await upload(created, JSON.stringify(pages(120)));
  const message = { workspaceId: service.id, uploadId: created.upload_id };
  await service.services.queue.send('ingestUpload', [{ body: message }, { body: message }]);
  await service.runJobs('ingestUpload');
  const state = await service.get(`/api/v1/documents/uploads/${created.upload_id}`);
  expect(state.body).toMatchObject({ state: 'complete', documents: 120, created: 120, unchanged: 0 });
  expect((await service.get('/api/v1/documents')).body.count).toBe(120);
});

verifies('documents.upload.broken', async ({ service }) => {
  const broken = await ingest(service, `[{"title":"Good","content":"Kept."},{"title":`);
  expect(broken).toMatchObject({ state: 'failed', documents: 1 });
  expect(broken.failure).not.toBeNull();
  const encoded = await ingest(service, Buffer.from(`[{"title":"A","content":"b"}]`, 'utf16le'));
  expect(encoded).toMatchObject({ state: 'failed', documents: 0 });
  const empty = await createUpload(service);
  expect((await upload(empty, '')).status).toBe(400);
  const blank = await ingest(service, '   ');
  expect(blank).toMatchObject({ state: 'failed', documents: 0 });
});

verifies(['documents.upload.expires', 'documents.upload.workspace-bound'], async ({ service, other }) => {
  const created = await createUpload(service);
  const altered = {
    ...created,
    fields: { ...created.fields, key: created.fields['key']!.replace(service.id, other.id) },
  };
  expect((await upload(altered, '[]')).status).toBe(403);
  const foreign = await other.get(`/api/v1/documents/uploads/${created.upload_id}`);
  expect(foreign.status).toBe(404);
  expect((await service.get('/api/v1/documents/uploads/nonsense')).status).toBe(404);
});

verifies('documents.upload.progress', async ({ service }) => {
  const created = await createUpload(service);
  // Written behind the bucket's back, so that no event tells of it: as when its message was lost.
  await service.services.objects.put(created.fields['key'] ?? '', JSON.stringify(pages(30)));
  const { db, objects } = service.services;
  await (await openPipeline({ db, objects, workspaceId: service.id })).resume();
  const state = await service.get(`/api/v1/documents/uploads/${created.upload_id}`);
  expect(state.body).toMatchObject({ state: 'complete', documents: 30 });
});

verifies('documents.upload.size-limited', async ({ service }) => {
  const created = await createUpload(service);
  expect(created.max_bytes).toBe(256 * 1_024 * 1_024);
  const policyOf = ({ fields }: Pick<CreatedUpload, 'fields'>) =>
    JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString()) as { conditions: unknown[] };
  expect(policyOf(created).conditions).toContainEqual(['content-length-range', 1, created.max_bytes]);
  // The same address under a limit that a test can exceed.
  const content = JSON.stringify(pages(1));
  const { fields } = await service.services.objects.createUpload({
    key: created.fields['key'] ?? '',
    maxBytes: content.length,
    expiresInSeconds: 60,
  });
  const refused = await upload({ ...created, fields }, `${content} `);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('EntityTooLarge');
  await service.runJobs('ingestUpload');
  const path = `/api/v1/documents/uploads/${created.upload_id}`;
  expect((await service.get(path)).body).toMatchObject({ state: 'waiting', documents: 0 });
  // Saying that one may send more is not believed.
  const wider = { ...fields, Policy: created.fields['Policy'] ?? '' };
  expect((await upload({ ...created, fields: wider }, `${content} `)).status).toBe(403);
  expect((await upload({ ...created, fields }, content)).ok).toBe(true);
  await service.runJobs('ingestUpload');
  expect((await service.get(path)).body).toMatchObject({ state: 'complete', documents: 1 });
});

verifies('documents.upload.poisonous', async ({ service }) => {
  const created = await createUpload(service);
  const { db, objects } = service.services;
  const key = created.fields['key'] ?? '';
  await objects.put(key, JSON.stringify(pages(3)));
  // A process that dies in the middle of a step: what it began is all that is left of it.
  const dying = { ...objects, read: () => Promise.reject(new Error('The process ends here.')) };
  const workspace = await service.workspace();
  const message = { uploadId: created.upload_id };
  for (let start = 0; start < 3; start++)
    await expect(ingestUpload({ ...service.services, objects: dying }, workspace, message)).rejects.toThrow();
  await (await openPipeline({ db, objects, workspaceId: service.id })).resume();
  const path = `/api/v1/documents/uploads/${created.upload_id}`;
  expect((await service.get(path)).body).toMatchObject({
    state: 'failed',
    documents: 0,
    failure: expect.stringContaining('3 times') as string,
  });
  expect(await objects.head(key)).toBeUndefined();
});

verifies('documents.upload.open-limit', async ({ service, other }) => {
  for (let count = 0; count < 20; count++) await createUpload(service);
  const refused = await service.post('/api/v1/documents/upload-url', {});
  expect(refused.status).toBe(429);
  await createUpload(other);
});
