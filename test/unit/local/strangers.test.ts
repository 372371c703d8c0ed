import { once } from 'node:events';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { createApiKey } from '../../../packages/core/src/keys/keys.ts';
import { startLocalHost } from '../../host/local-host.ts';
import { sharedPglite } from '../../host/migrated-pglite.ts';
import { openSocket, rawRequest, readAll } from '../../support/clients/raw-request.ts';
import { TestWorkspace } from '../../host/service.ts';
import type { TestHost } from '../../host/test-host.ts';
import { HANG_MS } from '../../support/hang.ts';
import { portion } from '../../support/portion.ts';
import { verifies } from '../../support/verifies.ts';

const STORE = 'POST /api/v1/memories/store HTTP/1.1';

let host: TestHost;
let service: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  host = await startLocalHost(
    { RATE_WRONG_KEYS_PER_MINUTE: '20' },
    { database: await sharedPglite(), limits: { bodyTimeoutMs: 8_000 } },
  );
  service = await TestWorkspace.create(host);
  other = await TestWorkspace.create(host);
});
afterAll(() => host.close());

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/u.exec(answer)?.[1]);

const authorization = (key: string) => `Authorization: Token ${key}`;

/** Of a request whose body follows, or does not. */
const head = (key: string, length: number) => [
  STORE,
  'Host: localhost',
  authorization(key),
  `Content-Length: ${length}`,
];

/** The statuses of calls that go out together. */
const together = (count: number, call: () => Promise<{ status: number }>) =>
  Promise.all(Array.from({ length: count }, async () => (await call()).status));

verifies('limits.at-once', async () => {
  const held = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = await openSocket(host.url);
      socket.write(head(service.key, 9).concat('', '').join('\r\n'));
      return socket;
    }),
  );
  try {
    const refused = await waitFor429();
    expect(refused.body).toEqual({ detail: expect.any(String) });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await other.get('/api/v1/memories')).status).toBe(200);
  } finally {
    for (const socket of held) socket.destroy();
  }
  await vi.waitFor(async () => expect((await service.get('/api/v1/memories')).status).toBe(200), HANG_MS);
});

verifies(
  'limits.at-once',
  async () => {
    const { workspaceCalls } = host.services;
    const ends = Array.from({ length: 200 }, () => workspaceCalls.begin(service.id));
    for (const ask of [
      () => service.get('/api/v1/memories'),
      () =>
        service.post(
          '/mcp',
          {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'memory_search', arguments: { query: 'x' } },
          },
          { headers: { authorization: `Bearer ${service.key}` } },
        ),
    ])
      expect((await ask()).status).toBe(429);
    expect((await other.get('/api/v1/memories')).status).toBe(200);
    ends[0]?.();
    // Each call gives its place back, answered or refused.
    for (let call = 0; call < 3; call += 1)
      expect((await service.get('/api/v1/memories/none')).status).toBe(404);
    for (const end of ends.slice(1)) end?.();
  },
  { title: 'of all keys of a workspace' },
);

verifies(
  'fairness.headers-first',
  async () => {
    // Bytes that a stranger goes on sending after its refusal are left in its hands.
    const socket = await openSocket(host.url);
    let sent = 0;
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(head('nonsense', 500_000_000).concat('', '').join('\r\n'));
    while (!socket.closed && sent < 60_000_000) {
      const isTaken = socket.write(Buffer.alloc(1_000_000));
      sent += 1_000_000;
      if (!isTaken) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
    expect(socket.bytesWritten - socket.writableLength).toBeLessThan(20_000_000);
    expect(statusOf(answer)).toBe(401);
  },
  { title: 'the rest of a stranger is not read' },
);

/** The server reads the headers of all connections in its own time. */
const waitFor429 = () =>
  vi.waitFor(async () => {
    const reply = await service.get('/api/v1/memories');
    expect(reply.status).toBe(429);
    return reply;
  }, HANG_MS);

verifies('fairness.headers-first', async () => {
  // None of the bodies is sent.
  const reader = await service.keyWithScope('read');
  const long = head(service.key, 2_000_000);
  const refused = [
    [401, head('wm_test_nonsense', 1_000)],
    [413, long],
    [403, head(reader, 2_000_000)],
    [401, head(createApiKey('test'), 2_000_000)],
    [413, [...long, 'Expect: 100-continue']],
  ] as const;
  const answers = refused.map(async ([, lines]) => statusOf(await rawRequest(host.url, lines)));
  expect(await Promise.all(answers)).toEqual(refused.map(([status]) => status));
  const welcome = await rawRequest(host.url, [...head(service.key, 2), 'Expect: 100-continue'], '{}');
  expect(welcome).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /u);
  // Or else its caller sends the next request on a connection that ends under it.
  const staying = await openSocket(host.url);
  staying.write(long.concat('', '').join('\r\n'));
  expect(await readAll(staying)).toMatch(/^connection: close\r$/imu);
});

verifies('limits.rate.wrong-keys', async () => {
  const ask = (key: string) => service.get('/api/v1/memories', { key });
  const strangers = await together(60, () => ask(createApiKey('test')));
  expect(strangers.filter((status) => status === 401).length).toBeLessThanOrEqual(25);
  expect(strangers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30);
  const refused = await ask(createApiKey('test'));
  expect(refused).toMatchObject({ status: 429, body: { detail: expect.any(String) } });
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/u);
  expect((await ask(service.key)).status).toBe(200);
  const malformed = await together(60, () => ask('nonsense'));
  expect(new Set(malformed)).toEqual(new Set([429]));
  // A caller without a key is told how to come by one, as often as it asks.
  expect((await service.get('/api/v1/memories', { key: null })).status).toBe(401);
});

verifies.whole('fairness.slow-connections', async () => {
  // Jobs that other files left in the database they share are none of these.
  await host.runJobs();
  const slow = await openSocket(host.url);
  slow.write(head(service.key, 1_000).concat('', '{').join('\r\n'));
  const dripping = setInterval(() => slow.write(' '), 200);
  const answered = readAll(slow);
  try {
    // Held back, each of these would wait for the 2 s that jobs are patient.
    for (let round = 0; round < portion(4, 2); round += 1) {
      await other.store();
      await host.runJobs();
    }
    expect(slow.closed).toBe(false);
    expect(statusOf(await answered)).toBe(408);
  } finally {
    clearInterval(dripping);
  }
});

verifies(
  'fairness.slow-connections',
  async () => {
    const own = await startLocalHost({}, { database: await sharedPglite(), limits: { connectionsMax: 40 } });
    try {
      const caller = await TestWorkspace.create(own);
      const idle = await Promise.all(
        Array.from({ length: 60 }, async () => {
          const socket = await openSocket(own.url);
          socket.write('GET / HTTP/1.1\r\nHost: lo');
          return socket;
        }),
      );
      expect((await caller.get('/api/v1/memories')).status).toBe(200);
      await vi.waitFor(() => expect(idle.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(20));
      for (const socket of idle) socket.destroy();
    } finally {
      await own.close();
    }
  },
  { title: 'the longest quiet ones are closed for new ones' },
);

verifies.whole(
  'fairness.slow-connections',
  async () => {
    const own = await startLocalHost(
      {},
      { database: await sharedPglite(), limits: { connectionsMax: 40, bodyTimeoutMs: 60_000 } },
    );
    try {
      const caller = await TestWorkspace.create(own);
      const kept = await openSocket(own.url);
      const idle = await Promise.all(Array.from({ length: 38 }, () => openSocket(own.url)));
      // Connections are accepted in turn: with this one all others are.
      await caller.get('/api/v1/memories');
      // The oldest connection is asked something; its body is still to come when others want its place.
      kept.write(head(caller.key, 9).concat('Expect: 100-continue', '', '').join('\r\n'));
      await once(kept, 'data');
      await Promise.all(Array.from({ length: 20 }, () => openSocket(own.url)));
      await vi.waitFor(() => expect(idle.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(10));
      expect(kept.closed).toBe(false);
      for (const socket of [kept, ...idle]) socket.destroy();
    } finally {
      await own.close();
    }
  },
  { title: 'one that has just been asked something is not the longest quiet one' },
);
