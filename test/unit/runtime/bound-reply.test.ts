import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { boundReply } from '../../../packages/service/src/doors/http/middleware/reply.ts';

const bytesMax = 1_000;
const reply = (body: string) => ({ statusCode: 200, headers: { vary: 'Origin', 'x-request-id': 'r' }, body });
/** As good as random, and the same every time. */
const noise = Array.from({ length: 40 }, (_, n) => createHash('sha256').update(`${n}`).digest('base64')).join(
  '',
);

test('what fits goes out as it is', async () => {
  for (const body of ['', 'a'.repeat(998), '"'.repeat(499)])
    expect(await boundReply(reply(body), { acceptEncoding: 'gzip', bytesMax })).toEqual(reply(body));
  expect(await boundReply({ statusCode: 204 }, { acceptEncoding: undefined, bytesMax })).toEqual({
    statusCode: 204,
  });
});

test('what is too long is compressed for a caller who takes that, also where only the escaping makes it long', async () => {
  for (const body of ['a'.repeat(999), '"'.repeat(500)]) {
    const bounded = await boundReply(reply(body), { acceptEncoding: 'br, gzip', bytesMax });
    expect(bounded).toMatchObject({
      statusCode: 200,
      headers: { 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding', 'x-request-id': 'r' },
      isBase64Encoded: true,
    });
    expect(gunzipSync(Buffer.from(bounded.body ?? '', 'base64')).toString()).toBe(body);
  }
});

test('what is too long even so is refused', async () => {
  const refused = { statusCode: 413, headers: reply('').headers };
  for (const [body, acceptEncoding] of [
    ['a'.repeat(999), 'br'],
    [noise, 'gzip'],
  ] as const) {
    const bounded = await boundReply(reply(body), { acceptEncoding, bytesMax });
    expect(bounded).toMatchObject(refused);
    expect(JSON.parse(bounded.body ?? '')).toEqual({ detail: expect.stringContaining('1000') });
  }
});
