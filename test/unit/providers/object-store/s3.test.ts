import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { createObjectStore } from '@memory/providers';
import { stubAwsEnvironment } from '../aws-environment.ts';
import { loopbackServer, type LoopbackReply } from '../loopback-server.ts';

afterEach(() => void vi.unstubAllEnvs());

async function s3(answer: Parameters<typeof loopbackServer>[0] = () => ({ body: '' })) {
  const { url, requests } = await loopbackServer(answer);
  stubAwsEnvironment('S3', url);
  return { store: createObjectStore({ bucket: 'uploads', forcePathStyle: true }), url, requests };
}

const s3Error = (status: number, code: string): LoopbackReply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
});

test('a permission is bound to one key, a size, an end and a type', async () => {
  const { store, url } = await s3();
  const before = Date.now();
  const upload = await store.createUpload({
    key: 'w/u.json',
    maxBytes: 500,
    expiresInSeconds: 60,
    contentType: 'application/json',
  });
  expect(upload).toMatchObject({
    url: expect.stringMatching(new RegExp(`^${url}/uploads/?$`)),
    method: 'POST',
    fields: { key: 'w/u.json', 'Content-Type': 'application/json', 'X-Amz-Algorithm': 'AWS4-HMAC-SHA256' },
  });
  expect(upload.expiresAt.getTime()).toBeGreaterThanOrEqual(before + 60_000);
  const policy = JSON.parse(Buffer.from(upload.fields.Policy ?? '', 'base64').toString());
  expect(policy.conditions).toEqual(
    expect.arrayContaining([
      ['content-length-range', 1, 500],
      { key: 'w/u.json' },
      { bucket: 'uploads' },
      { 'Content-Type': 'application/json' },
    ]),
  );
  expect(JSON.stringify(upload)).not.toContain('checksum');
});

test('reads from a byte on', async () => {
  const { store, requests } = await s3(() => ({ status: 206, body: 'world' }));
  expect(await text(Readable.from(await store.read('a/b', { start: 6 })))).toBe('world');
  expect(requests[0]).toMatchObject({
    method: 'GET',
    path: '/uploads/a/b?x-id=GetObject',
    headers: { range: 'bytes=6-' },
  });
});

test('behind the end there is nothing to read', async () => {
  const { store } = await s3(() => s3Error(416, 'InvalidRange'));
  expect(await text(Readable.from(await store.read('a', { start: 6 })))).toBe('');
});

test('an object that is not there', async () => {
  const { store } = await s3(({ method }) =>
    method === 'HEAD' ? { status: 404 } : s3Error(404, 'NoSuchKey'),
  );
  expect(await store.head('a')).toBeUndefined();
  await expect(store.read('a')).rejects.toMatchObject({ name: 'ObjectNotFoundError' });
});

test('head, put and delete', async () => {
  const { store, requests } = await s3(({ method }) =>
    method === 'HEAD'
      ? { headers: { 'content-length': '7', 'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT' }, body: '' }
      : { status: method === 'DELETE' ? 204 : 200, body: '' },
  );
  expect(await store.head('a')).toEqual({ sizeBytes: 7, modifiedAt: new Date('2026-01-02T03:04:05Z') });
  await store.put('a', '{"x":1}', { contentType: 'application/json' });
  await store.delete('a');
  expect(requests.map(({ method }) => method)).toEqual(['HEAD', 'PUT', 'DELETE']);
  expect(requests[1]).toMatchObject({ body: { x: 1 }, headers: { 'content-type': 'application/json' } });
});

test('a refusal is told from a failure that passes', async () => {
  const { store } = await s3(() => s3Error(403, 'AccessDenied'));
  await expect(store.delete('a')).rejects.toMatchObject({
    name: 'ObjectStoreError',
    code: 'refused',
    retryable: false,
  });
});
