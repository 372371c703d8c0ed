import { expect } from 'vitest';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type Reply, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const ALLOWED = 'https://app.example';
const LIST = '/api/v1/memories';

const corsHeaders = ({ headers }: Reply): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

/** Headers that a page reads in any case, and those between browser and server alone. */
const NEVER_EXPOSED =
  /^(?:access-control-.*|cache-control|connection|content-.*|date|keep-alive|transfer-encoding|vary)$/u;

const preflight = (service: TestWorkspace, origin: string) =>
  service.request('OPTIONS', LIST, {
    key: null,
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization',
    },
  });

verifies('http.cors.off-by-default', async ({ service }) => {
  const headers = { origin: ALLOWED };
  const replies = [
    await service.get(LIST, { headers }),
    await service.get(LIST, { headers, key: null }),
    await service.get('/nothing', { headers }),
    await preflight(service, ALLOWED),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 401, 404, 401]);
  expect(replies.flatMap(corsHeaders)).toEqual([]);
});

verifies('http.cors.configured', async ({ service }) => {
  await using variant = await serveVariant(service, { corsOrigins: ['https://other.example', ALLOWED] });
  const allowed = await variant.service.get(LIST, { headers: { origin: ALLOWED } });
  expect(allowed.headers.get('access-control-allow-origin')).toBe(ALLOWED);
  expect(allowed.headers.get('vary')).toBe('Origin');
  const refused = await variant.service.get(LIST, { headers: { origin: ALLOWED }, key: null });
  expect(refused.headers.get('access-control-allow-origin')).toBe(ALLOWED);

  const asked = await preflight(variant.service, ALLOWED);
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe(ALLOWED);
  expect(asked.headers.get('access-control-allow-methods')).toMatch(/\bPATCH\b/u);
  const mayBeSent = asked.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
  for (const header of ['authorization', 'content-type', 'idempotency-key', 'mcp-protocol-version'])
    expect(mayBeSent).toContain(header);

  for (const origin of ['https://evil.example', `${ALLOWED}.evil.example`, 'null', '*', 'http://app.example'])
    for (const reply of [
      await variant.service.get(LIST, { headers: { origin } }),
      await preflight(variant.service, origin),
    ])
      expect(corsHeaders(reply), origin).toEqual([]);
  expect(corsHeaders(await variant.service.get(LIST))).toEqual([]);
});

verifies(
  'http.cors.configured',
  async ({ service }) => {
    const rates = { ...service.services.rates, read: { perMinute: 1, burst: 3 } };
    await using variant = await serveVariant(service, { corsOrigins: [ALLOWED], rates });
    const headers = { origin: ALLOWED };
    await service.seedMemories(2);
    const replies = [
      await variant.service.post(
        '/api/v1/memories/store',
        { title: 'A', narrative: 'PASSWORD=hunter22' },
        { headers },
      ),
      await variant.service.get('/api/v1/memories/graph?limit=1', { headers }),
      await variant.service.request('PUT', LIST, { headers }),
      await variant.service.get(LIST, { headers, key: null }),
      await variant.service.get(LIST, { headers }),
      await variant.service.get(LIST, { headers }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 200, 405, 401, 200, 429]);
    const sent = new Set(replies.flatMap((reply) => [...reply.headers.keys()]));
    const needed = [...sent].filter((name) => !NEVER_EXPOSED.test(name));
    expect(needed.toSorted()).toEqual([
      'allow',
      'link',
      'retry-after',
      'www-authenticate',
      'x-redacted-secrets',
      'x-request-id',
    ]);
    for (const reply of replies) {
      const exposed = reply.headers.get('access-control-expose-headers')?.toLowerCase().split(', ');
      // The last two answer a store that asks for similar memories.
      expect(exposed).toEqual([...needed, 'x-may-replace-memories', 'x-similar-memories'].toSorted());
    }
  },
  { title: 'a page may read every header that an answer carries for its caller' },
);
