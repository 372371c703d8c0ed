import { describe, expect, test } from 'vitest';
import { ClientError, createClient } from '@memory/client';

interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

/** A client whose requests are kept, and answered with what the test says. */
function clientAnswering(status: number, body?: unknown, headers: Record<string, string> = {}) {
  const sent: Sent[] = [];
  const answer: typeof fetch = (input, init = {}) => {
    const { method = 'GET', headers: given, body: payload } = init;
    const parsed: unknown = typeof payload === 'string' ? JSON.parse(payload) : payload;
    sent.push({
      url: input instanceof Request ? input.url : input.toString(),
      method,
      headers: new Headers(given),
      body: parsed,
    });
    const text = typeof body === 'string' || body === undefined ? (body ?? null) : JSON.stringify(body);
    return Promise.resolve(new Response(text, { status, headers }));
  };
  return { sent, client: createClient({ url: 'http://host:1//', key: 'wm_live_k', fetch: answer }) };
}

const failureOf = async (
  status: number,
  body: unknown,
  headers?: Record<string, string>,
): Promise<ClientError> => {
  const { client } = clientAnswering(status, body, headers);
  const error = await client.getMemory({ path: { ref: 'r' } }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ClientError)) throw new Error('No ClientError was thrown.');
  return error;
};

describe('createClient', () => {
  test('makes the request of the row', async () => {
    const { sent, client } = clientAnswering(200, {});
    await client.updateMemory({ path: { ref: 'a/b ?#%é' }, body: { title: 'T' } });
    await client.listMemories({ query: { tags: ['a b', 'c&d'], limit: 5, pruning_candidates: false } });
    await client.storeMemory({ body: { title: 'T', narrative: 'N' }, idempotencyKey: 'once' });
    await client.recordAccess({ path: { ref: 'r' } });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PATCH http://host:1/api/v1/memories/a%2Fb%20%3F%23%25%C3%A9',
      'GET http://host:1/api/v1/memories/?tags=a+b&tags=c%26d&limit=5&pruning_candidates=false',
      'POST http://host:1/api/v1/memories/store',
      'POST http://host:1/api/v1/memories/r/access',
    ]);
    expect(sent.map(({ body }) => body)).toEqual([
      { title: 'T' },
      undefined,
      { title: 'T', narrative: 'N' },
      undefined,
    ]);
    for (const { headers } of sent) expect(headers.get('authorization')).toBe('Token wm_live_k');
    expect(sent[2]?.headers.get('idempotency-key')).toBe('once');
    expect(sent[3]?.headers.get('content-type')).toBeNull();
  });

  test('has a method for every route and asks once only', async () => {
    const { sent, client } = clientAnswering(503, { detail: 'Asleep.' }, { 'retry-after': '5' });
    await expect(client.listKeys({})).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(sent).toHaveLength(1);
  });

  test('answers nothing where there is no body', async () => {
    const { client } = clientAnswering(204);
    expect(await client.deleteMemory({ path: { ref: 'r' } })).toBeUndefined();
  });

  test('can be called off', async () => {
    const controller = new AbortController();
    controller.abort();
    const client = createClient({ url: 'http://127.0.0.1:9', key: 'k' });
    await expect(client.listKeys({ signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('ClientError', () => {
  test('carries what the service said', async () => {
    const coded = await failureOf(409, { detail: 'Twice.', code: 'duplicate_manual_relationship' });
    expect(coded).toMatchObject({ status: 409, message: 'Twice.', code: 'duplicate_manual_relationship' });
    const plain = await failureOf(404, { detail: 'Memory r was not found.' });
    expect(plain).toMatchObject({ status: 404, message: 'Memory r was not found.', code: undefined });
  });

  test('tells every fault of a request that was not valid', async () => {
    const detail = [
      { loc: ['body', 'title'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'tags', 1], msg: 'Input should be a valid string', type: 'string_type' },
    ];
    const error = await failureOf(422, { detail });
    expect(error.issues).toEqual(detail);
    expect(error.message).toBe('body.title: Field required; body.tags.1: Input should be a valid string');
  });

  test('has words for an answer that is none of ours', async () => {
    for (const body of ['<html>Bad gateway</html>', '', { message: 'Forbidden' }])
      expect(await failureOf(502, body)).toMatchObject({ status: 502, message: 'The service answered 502.' });
  });
});
