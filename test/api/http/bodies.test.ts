import { describe, expect } from 'vitest';
import { testWithService, type RequestOptions, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const STORE = '/api/v1/memories/store';
const MEBIBYTE = 1_024 * 1_024;
const valid = JSON.stringify({ title: 'A title', narrative: 'A narrative.' });

const send = (service: TestWorkspace, rawBody: string | Uint8Array, headers?: RequestOptions['headers']) =>
  service.request('POST', STORE, { rawBody, headers });

/** Sends a body without a content type, which `fetch` would add to a text. */
const sendBare = (service: TestWorkspace, body: string) =>
  fetch(service.host.url + STORE, {
    method: 'POST',
    headers: { authorization: `Token ${service.key}` },
    body: new Blob([body]),
  });

const memoryCount = async (service: TestWorkspace): Promise<number> =>
  ((await service.get('/api/v1/memories')).body as unknown[]).length;

describe('what is not JSON', () => {
  verifies('http.body.malformed-json', async ({ service }) => {
    const malformed = [
      '{',
      '{"title": "a",}',
      "{'title': 1}",
      'title',
      '{"title": "a"} x',
      '\uFEFF\uFEFF{}',
      '[1, ]',
      ' ',
      'NaN',
    ];
    malformed.push('{"a": "\u0001"}', '{"a": 01}', '{"a": "\\x"}', '{"a": "\\ud83"}');
    for (const text of malformed)
      expect(await send(service, text), text).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body'], msg: expect.any(String), type: 'json_invalid' }] },
      });
    for (const bytes of [
      Buffer.from('{"title": "\xff", "narrative": "n"}', 'latin1'),
      Buffer.from(valid, 'utf16le'),
      Buffer.concat([Buffer.from('{"title": "'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ])
      for (const type of ['application/json', 'text/plain', 'application/octet-stream'])
        expect(await send(service, bytes, { 'content-type': type })).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body'], type: 'json_invalid' }] },
        });
    expect(await memoryCount(service)).toBe(0);
  });

  verifies('http.body.missing', async ({ service }) => {
    for (const path of [STORE, '/api/v1/memories/batch-delete', '/api/v1/memories/search', '/api/v1/keys']) {
      const reply = await service.request('POST', path);
      expect(reply, path).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body'], type: 'missing' }] },
      });
    }
  });

  verifies('http.body.non-object', async ({ service }) => {
    for (const text of ['[]', '[{"title": "a"}]', '"title"', '7', 'null', 'true', '""']) {
      const reply = await send(service, text);
      expect(reply, text).toMatchObject({ status: 422, body: { detail: [{ type: 'dict_type' }] } });
      expect(reply.body.detail[0].loc[0]).toBe('body');
    }
    const memory = await service.store();
    const path = `/api/v1/memories/${service.ref(memory)}`;
    expect((await service.patch(path, [])).status).toBe(422);
    expect((await service.request('PATCH', path, { rawBody: 'null' })).status).toBe(422);
  });
});

describe('the content type', () => {
  verifies(['http.body.no-content-type', 'http.body.other-content-type'], async ({ service }) => {
    expect((await sendBare(service, valid)).status).toBe(201);
    const types = ['text/plain', 'application/octet-stream', 'application/xml', 'image/png', 'nonsense'];
    types.push('application/json; charset=utf-8', 'application/vnd.api+json', 'APPLICATION/JSON');
    for (const type of types)
      expect((await send(service, valid, { 'content-type': type })).status, type).toBe(201);
    // The default of curl.
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send(service, valid, form)).status).toBe(201);
    expect(await memoryCount(service)).toBe(types.length + 2);
  });

  verifies(['http.body.form-415', 'http.body.multipart-415', 'errors.shape.415'], async ({ service }) => {
    const boundary = 'x'.repeat(20);
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="title"\r\n\r\na\r\n--${boundary}--\r\n`;
    const refused = [
      await send(service, 'title=a&narrative=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      await send(service, 'title=a', { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' }),
      await send(service, part, { 'content-type': `multipart/form-data; boundary=${boundary}` }),
    ];
    for (const reply of refused) {
      expect(reply.status).toBe(415);
      expect(reply.body).toEqual({ detail: expect.any(String) });
    }
    expect(await memoryCount(service)).toBe(0);
  });
});

describe('the size', () => {
  verifies(['http.body.max-1-mib', 'http.body.over-1-mib-413', 'errors.shape.413'], async ({ service }) => {
    for (const type of ['application/json', 'application/octet-stream']) {
      const headers = { 'content-type': type };
      expect((await send(service, valid.padEnd(MEBIBYTE), headers)).status, type).toBe(201);
      const over = await send(service, valid.padEnd(MEBIBYTE + 1), headers);
      expect(over.status, type).toBe(413);
      expect(over.body).toEqual({ detail: expect.any(String) });
    }
    // Bytes count, not characters.
    const emoji = JSON.stringify({ title: 'a', narrative: 'n', more: '😀'.repeat(MEBIBYTE / 4) });
    expect((await send(service, emoji)).status).toBe(413);
    const large = await send(service, valid.padEnd(5 * MEBIBYTE));
    expect(large).toMatchObject({ status: 413, body: { detail: expect.any(String) } });
    // A still larger body a gateway may refuse before us, in words of its own.
    expect((await send(service, valid.padEnd(12 * MEBIBYTE))).status).toBe(413);
    expect(await memoryCount(service)).toBe(2);
  });

  verifies(['http.order.413-before-404', 'http.order.422-before-404'], async ({ service }) => {
    const path = '/api/v1/memories/00000000-0000-7000-8000-000000000000';
    const rawBody = '{}'.padEnd(MEBIBYTE + 1);
    expect((await service.request('PATCH', path, { rawBody })).status).toBe(413);
    expect((await service.request('POST', `${path}/access`, { rawBody })).status).toBe(413);
    expect((await service.request('DELETE', path, { rawBody })).status).toBe(413);
    expect((await service.patch(path, { title: '' })).status).toBe(422);
    expect((await service.post(`${path}/feedback`, {})).status).toBe(422);
    expect((await service.patch(path, { title: 'Valid' })).status).toBe(404);
    expect((await service.request('PATCH', path, { rawBody, key: null })).status).toBe(401);
    const reader = await service.keyWithScope('read');
    expect((await service.request('PATCH', path, { rawBody, key: reader })).status).toBe(403);
    expect((await service.request('PATCH', path, { rawBody: '{', key: reader })).status).toBe(403);
  });

  verifies('http.order.403-before-422', async ({ service }) => {
    const reader = await service.keyWithScope('read');
    expect((await service.post(STORE, { title: 7 }, { key: reader })).status).toBe(403);
    expect((await service.post('/api/v1/memories/search', { limit: 0 }, { key: reader })).status).toBe(403);
    expect((await service.post('/api/v1/keys', {}, { key: reader })).status).toBe(403);
  });
});

verifies('http.body.deep-nesting', async ({ service }) => {
  const deep = '['.repeat(500_000);
  const bodies = [
    '['.repeat(MEBIBYTE),
    '{"a":'.repeat(200_000),
    deep + ']'.repeat(500_000),
    `{"title": "a", "narrative": "n", "tags": ${deep}${']'.repeat(500_000)}}`,
  ];
  for (const rawBody of bodies) {
    expect((await send(service, rawBody)).status).toBe(422);
    expect((await service.request('POST', '/api/v1/memories/search', { rawBody })).status).toBe(422);
    expect((await service.request('POST', '/api/v1/sessions/start', { rawBody })).status).not.toBe(500);
  }
  const ignored = `{"title": "a", "narrative": "n", "unknown": ${deep}${']'.repeat(500_000)}}`;
  const refused = await send(service, ignored);
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ detail: [{ msg: expect.stringContaining('128 levels') as string }] });
  const within = `{"title": "a [[{", "narrative": "n", "unknown": ${'['.repeat(127)}"\\"]"${']'.repeat(127)}}`;
  expect((await send(service, within)).status).toBe(201);
  expect(await memoryCount(service)).toBe(1);
});
