import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { receiveForm } from '../../../../packages/providers/src/object-store/receive-form.ts';

const HEADERS = { 'content-type': 'multipart/form-data; boundary=b' };
const HEAD =
  '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nk\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';
const PIECE = Buffer.alloc(65_536, 'x');

test('the sender waits while the file is not written, so memory does not grow with it', async () => {
  const pieces = 512;
  let sent = 0;
  function* body() {
    yield Buffer.from(HEAD);
    for (; sent < pieces; sent += 1) yield PIECE;
    yield Buffer.from('\r\n--b--\r\n');
  }
  let sentBeforeWriting = 0;
  const received = await receiveForm(
    { headers: HEADERS, body: Readable.from(body()) },
    {
      permit: ({ key = '' }) => ({ key, maxBytes: pieces * PIECE.length }),
      store: async (_permission, content) => {
        // Many turns of the event loop, in which a sender without brakes would be through.
        for (let turn = 0; turn < 2_000; turn += 1) await new Promise(setImmediate);
        sentBeforeWriting = sent;
        for await (const piece of content) expect(piece.length).toBeGreaterThan(0);
      },
    },
  );
  expect(received).toEqual({ key: 'k', maxBytes: pieces * PIECE.length, sizeBytes: pieces * PIECE.length });
  expect(sentBeforeWriting).toBeGreaterThan(0);
  expect(sentBeforeWriting).toBeLessThan(64);
});

test('a failure of the disk is not blamed on the form', async () => {
  const form = Readable.from([Buffer.from(HEAD), PIECE, Buffer.from('\r\n--b--\r\n')]);
  const receiving = receiveForm(
    { headers: HEADERS, body: form },
    {
      permit: () => ({ key: 'k', maxBytes: 1_000_000 }),
      store: async () => {
        throw new Error('ENOSPC');
      },
    },
  );
  await expect(receiving).rejects.toThrow(/^ENOSPC$/);
});
