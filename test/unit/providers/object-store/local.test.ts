import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createLocalObjectStore,
  UploadRefusedError,
  type LocalObjectStore,
  type LocalObjectStoreConfig,
} from '@memory/providers/object-store/local';
import type { Upload } from '@memory/providers';
import { verifies } from '../../../support/verifies.ts';

const folders: string[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function localStore(changes: Partial<LocalObjectStoreConfig> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'object-store-'));
  folders.push(folder);
  const secret = new Uint8Array(32).fill(1);
  const store = createLocalObjectStore({
    folder,
    uploadUrl: () => 'http://127.0.0.1/up',
    secret,
    ...changes,
  });
  return { store, folder };
}

const content = async (store: LocalObjectStore, key: string, start?: number) =>
  text(Readable.from(await store.read(key, { start })));

describe('objects', () => {
  test('what is put can be read, from any byte on, and replaced', async () => {
    const { store } = await localStore();
    await store.put('a/b.txt', 'first');
    await store.put('a/b.txt', Buffer.from('hello world'));
    expect(await content(store, 'a/b.txt')).toBe('hello world');
    expect(await content(store, 'a/b.txt', 6)).toBe('world');
    expect(await content(store, 'a/b.txt', 11)).toBe('');
    expect(await store.head('a/b.txt')).toEqual({ sizeBytes: 11, modifiedAt: expect.any(Date) });
  });

  test('what is not there has no head, cannot be read, and may be deleted', async () => {
    const { store } = await localStore();
    await store.put('a', 'x');
    for (const key of ['b', 'a/b']) {
      expect(await store.head(key)).toBeUndefined();
      await expect(store.read(key)).rejects.toMatchObject({ name: 'ObjectNotFoundError', retryable: false });
    }
    await store.delete('a');
    await store.delete('a');
    expect(await store.head('a')).toBeUndefined();
  });

  test('a key that climbs out is refused everywhere', async () => {
    const { store } = await localStore();
    const key = '../../outside';
    await expect(store.put(key, 'x')).rejects.toMatchObject({ code: 'refused' });
    await expect(store.read(key)).rejects.toMatchObject({ code: 'refused' });
    await expect(store.head(key)).rejects.toMatchObject({ code: 'refused' });
    await expect(store.delete(key)).rejects.toMatchObject({ code: 'refused' });
    const upload = store.createUpload({ key, maxBytes: 1, expiresInSeconds: 1 });
    await expect(upload).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('uploads', () => {
  /** The store behind a real server that answers as the local host does. */
  async function uploadServer(changes: Partial<LocalObjectStoreConfig> = {}) {
    const onCreated = vi.fn(async () => undefined);
    const refusals: unknown[] = [];
    const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const { store, folder } = await localStore({
      uploadUrl: () => `http://127.0.0.1:${port}/up`,
      onCreated,
      ...changes,
    });
    const settled = Promise.withResolvers<void>();
    async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
      try {
        await store.receive({ headers: incoming.headers, body: incoming });
        outgoing.writeHead(204).end();
      } catch (error) {
        refusals.push(error);
        const status = error instanceof UploadRefusedError ? error.status : 500;
        outgoing
          .writeHead(status, { connection: 'close' })
          .end(error instanceof UploadRefusedError ? error.s3Code : '');
      }
      settled.resolve();
    }
    const kept = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile());
    return { store, onCreated, refusals, kept, settled: settled.promise };
  }

  function form({ fields }: Upload, file?: Blob | string, after: Record<string, string> = {}): FormData {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    if (file !== undefined) data.append('file', file);
    for (const [name, value] of Object.entries(after)) data.append(name, value);
    return data;
  }

  const post = async ({ url, method }: Upload, body: FormData | string) => {
    const response = await fetch(url, { method, body });
    return { status: response.status, text: await response.text() };
  };

  const REQUEST = { key: 'uploads/w/u.json', maxBytes: 1_000, expiresInSeconds: 60 };

  test('a permitted form becomes the object and raises the event, once it is complete', async () => {
    const { store, onCreated, kept } = await uploadServer();
    const upload = await store.createUpload(REQUEST);
    expect(upload).toMatchObject({
      method: 'POST',
      expiresAt: expect.any(Date),
      fields: { key: REQUEST.key },
    });
    expect(await post(upload, form(upload, new Blob(['[1,2]'])))).toEqual({ status: 204, text: '' });
    expect(await content(store, REQUEST.key)).toBe('[1,2]');
    expect(onCreated.mock.calls).toEqual([[REQUEST.key, 5]]);
    expect(await kept()).toHaveLength(1);
  });

  verifies('documents.upload.one-file', async () => {
    const { store } = await uploadServer();
    const upload = await store.createUpload(REQUEST);
    expect(await post(upload, form(upload, 'first'))).toMatchObject({ status: 204 });
    expect(await post(upload, form(upload, 'second'))).toEqual({ status: 403, text: 'AccessDenied' });
    expect(await content(store, REQUEST.key)).toBe('first');
    await store.put('uploads/w/other.json', 'kept');
    await store.deleteExcept(['uploads/w/other.json', 'uploads/w/none.json']);
    expect(await store.head(REQUEST.key)).toBeUndefined();
    expect(await content(store, 'uploads/w/other.json')).toBe('kept');
  });

  test('a file without a name is a file too, and what follows it does not count', async () => {
    const { store } = await uploadServer();
    const upload = await store.createUpload(REQUEST);
    expect(await post(upload, form(upload, 'text', { key: 'other' }))).toMatchObject({ status: 204 });
    expect(await content(store, REQUEST.key)).toBe('text');
  });

  test('exactly the largest size passes, one byte more leaves nothing behind', async () => {
    const { store, onCreated, kept } = await uploadServer();
    const upload = await store.createUpload(REQUEST);
    expect(await post(upload, form(upload, new Blob(['x'.repeat(1_001)])))).toEqual({
      status: 400,
      text: 'EntityTooLarge',
    });
    expect(await kept()).toEqual([]);
    expect(onCreated).not.toHaveBeenCalled();
    expect(await post(upload, form(upload, new Blob(['x'.repeat(1_000)])))).toMatchObject({ status: 204 });
  });

  test.each([
    ['an empty file', (upload: Upload) => form(upload, new Blob([])), 400, 'EntityTooSmall'],
    ['no file', (upload: Upload) => form(upload), 400, 'MalformedPOSTRequest'],
    ['a body that is no form', () => '{}', 400, 'MalformedPOSTRequest'],
    [
      'fields behind the file',
      (upload: Upload) => form({ ...upload, fields: {} }, new Blob(['x']), upload.fields),
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'the key of another workspace',
      (upload: Upload) =>
        form({ ...upload, fields: { ...upload.fields, key: 'uploads/other/u.json' } }, new Blob(['x'])),
      403,
      'AccessDenied',
    ],
  ])('%s is refused', async (_, body, status, code) => {
    const { store, onCreated, kept } = await uploadServer();
    const upload = await store.createUpload(REQUEST);
    expect(await post(upload, body(upload))).toEqual({ status, text: code });
    expect(await kept()).toEqual([]);
    expect(onCreated).not.toHaveBeenCalled();
  });

  test('an expired permission is refused', async () => {
    let nowMs = 1_000_000;
    const { store } = await uploadServer({ now: () => nowMs });
    const upload = await store.createUpload(REQUEST);
    nowMs += 60_000;
    expect(await post(upload, form(upload, new Blob(['x'])))).toEqual({ status: 403, text: 'AccessDenied' });
  });

  test('a connection that ends within the file leaves nothing behind', async () => {
    const { store, onCreated, refusals, kept, settled } = await uploadServer();
    const upload = await store.createUpload(REQUEST);
    const whole = new Request(upload.url, {
      method: 'POST',
      body: form(upload, new Blob(['x'.repeat(900)])),
    });
    const type = whole.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await whole.arrayBuffer());
    const client = httpRequest(upload.url, {
      method: 'POST',
      headers: { 'content-type': type, 'content-length': bytes.length },
    });
    client.on('error', () => undefined);
    client.write(bytes.subarray(0, -300), () => client.destroy());
    await settled;
    expect(refusals).toMatchObject([{ name: 'UploadRefusedError', s3Code: 'IncompleteBody' }]);
    expect(await kept()).toEqual([]);
    expect(onCreated).not.toHaveBeenCalled();
  });

  test('a form whose end is missing leaves nothing behind', async () => {
    const { store, kept } = await uploadServer();
    const upload = await store.createUpload(REQUEST);
    const whole = new Request(upload.url, {
      method: 'POST',
      body: form(upload, new Blob(['x'.repeat(900)])),
    });
    const bytes = Buffer.from(await whole.arrayBuffer());
    const response = await fetch(upload.url, {
      method: 'POST',
      headers: { 'content-type': whole.headers.get('content-type') ?? '' },
      body: bytes.subarray(0, -300),
    });
    expect(await response.text()).toBe('IncompleteBody');
    expect(await kept()).toEqual([]);
  });

  test('a failure of the event is a failure of the upload', async () => {
    const { store } = await uploadServer({ onCreated: async () => Promise.reject(new Error('no queue')) });
    const upload = await store.createUpload(REQUEST);
    expect(await post(upload, form(upload, new Blob(['x'])))).toMatchObject({ status: 500 });
  });

  test('what a process that died left half written is gone after the next write', async () => {
    const { store, folder } = await localStore();
    await mkdir(join(folder, 'partial'));
    await writeFile(join(folder, 'partial', 'left'), 'half');
    await Promise.all([store.put('a', 'x'), store.put('b', 'y')]);
    expect(await readdir(join(folder, 'partial'))).toEqual([]);
    expect(await content(store, 'a')).toBe('x');
  });

  test('files of the store are readable by their owner alone', async () => {
    const { store, folder } = await localStore();
    await store.put('secret', 'x');
    expect((await stat(join(folder, 'objects', 'secret'))).mode & 0o077).toBe(0);
  });
});
