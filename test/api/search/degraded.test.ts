import { expect, vi } from 'vitest';
import type { Embedder } from '@memory/providers/embedder';
import {
  embedOnly,
  meaningEmbedder,
  neuralProvider,
  serveWithProvider,
} from '../../support/neural-search.ts';
import { seedEdges } from '../../support/seeds/seed-edges.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const knowing = meaningEmbedder({ heat: [1, 0], flow: [0.6, 0.8], slab: [-1, 0] });

const hanging: Embedder = { ...knowing, embed: () => new Promise(() => {}) };

const failing: Embedder = { ...knowing, embed: () => Promise.reject(new Error('Refused.')) };

const SEARCH = '/api/v1/memories/search';

/** Stores a memory found by the words of a query, one found by its meaning, and one by a relationship. */
async function furnish(service: TestWorkspace): Promise<void> {
  const [word, meaning, neighbour] = [
    await service.store({ title: 'flow of heat', narrative: 'By its words.', source_files: ['a.ts'] }),
    await service.store({ title: 'heat', narrative: 'By its meaning.' }),
    await service.store({ title: 'slab', narrative: 'By its relationship.' }),
  ];
  await using whole = await serveWithProvider(service, neuralProvider(knowing));
  await embedOnly(whole.service, [word, meaning, neighbour]);
  await seedEdges(service, [{ source: word.id, target: neighbour.id }]);
}

async function ask(service: TestWorkspace, body: object = { query: 'flow' }) {
  const reply = await service.post(SEARCH, body);
  const { results, degraded, degradation_reason: reason } = reply.body;
  const titles = results.map(({ memory }: { memory: { title: string } }) => memory.title);
  const matches = new Set(results.map(({ match_type }: { match_type: string }) => match_type));
  return { status: reply.status, titles, matches: [...matches], degraded, reason };
}

const whole = { status: 200, degraded: false, reason: null };

const byWords = { status: 200, titles: ['flow of heat'], matches: ['keyword'], degraded: true };

verifies(
  [
    'search.degraded.status-200',
    'search.degraded.no-semantic-or-graph',
    'search.degraded.embed-timeout',
    'search.degraded.within-time',
    'search.degraded.false',
  ],
  async ({ service }) => {
    await furnish(service);
    await using well = await serveWithProvider(service, neuralProvider(knowing));
    expect(await ask(well.service)).toMatchObject({
      ...whole,
      titles: ['flow of heat', 'heat', 'slab'],
      matches: ['combined', 'semantic'],
    });
    // Its model never answers and does not listen when it is told to stop: without a limit this search would not end.
    await using slow = await serveWithProvider(service, neuralProvider(hanging, { timeoutMs: 20 }));
    expect(await ask(slow.service)).toEqual({ ...byWords, reason: 'embed_timeout' });
  },
);

verifies(
  ['search.degraded.other-failure', 'search.degraded.embed-circuit-open', 'search.degraded.recovers'],
  async ({ service }) => {
    await furnish(service);
    const embed = vi.fn<Embedder['embed']>(failing.embed);
    const provider = neuralProvider(
      { ...knowing, embed },
      { breaker: { failures: 2, halfOpenAfterMs: 10_000 } },
    );
    await using variant = await serveWithProvider(service, provider);
    const reasons = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const { reason, ...rest } = await ask(variant.service);
      expect(rest).toEqual(byWords);
      reasons.push(reason);
    }
    expect(reasons).toEqual(['embed_timeout', 'embed_timeout', 'embed_circuit_open', 'embed_circuit_open']);
    expect(embed).toHaveBeenCalledTimes(2);
    embed.mockImplementation(knowing.embed);
    expect(await ask(variant.service)).toEqual({ ...byWords, reason: 'embed_circuit_open' });
    vi.setSystemTime(Date.now() + 11_000);
    try {
      expect(await ask(variant.service)).toMatchObject({ ...whole, matches: ['combined', 'semantic'] });
    } finally {
      vi.useRealTimers();
    }
    expect(await ask(variant.service, { query: 'heat' })).toMatchObject(whole);
  },
);

verifies('search.degraded.no-provider', async ({ service }) => {
  await furnish(service);
  await using variant = await serveWithProvider(service, 'none');
  expect(await ask(variant.service)).toEqual({ ...byWords, reason: null });
});

verifies(['search.degraded.not-by-choice', 'search.degraded.not-empty-query'], async ({ service }) => {
  await furnish(service);
  for (const provider of [neuralProvider(failing), 'none'] as const) {
    await using variant = await serveWithProvider(service, provider);
    expect(await ask(variant.service, { query: 'flow', use_semantic: false })).toEqual({
      ...byWords,
      ...whole,
    });
    for (const query of ['', ' \t'])
      expect(await ask(variant.service, { query })).toEqual({ ...whole, titles: [], matches: [] });
    expect(await ask(variant.service, { query: '', files: ['a.ts'] })).toMatchObject({
      ...whole,
      titles: ['flow of heat'],
    });
  }
});

verifies('search.embedded-early', async ({ service }) => {
  await furnish(service);
  const asked: string[] = [];
  const noting: Embedder = {
    ...knowing,
    embed: (texts, ...rest) => {
      asked.push(...texts);
      return knowing.embed(texts, ...rest);
    },
  };
  await using well = await serveWithProvider(service, neuralProvider(noting));
  await ask(well.service, { query: 'heat' });
  const { db } = well.service.services;
  const send = db.execute.bind(db);
  const authentication = vi.spyOn(db, 'execute').mockImplementationOnce((statement) => {
    expect(asked).toEqual(['heat', 'flow']);
    return send(statement);
  });
  expect(await ask(well.service)).toMatchObject(whole);
  authentication.mockRestore();
  const admin = { key: await service.keyWithScope('admin') };
  const { body } = await service.post('/api/v1/keys', { name: 'gone', scope: 'write' }, admin);
  const search = (query: string) => well.service.post(SEARCH, { query }, { key: body.key });
  expect((await search('slab')).status).toBe(200);
  await service.delete(`/api/v1/keys/${body.id}`, admin);
  for (const query of ['flow heat', 'heat slab']) expect((await search(query)).status).toBe(401);
  expect(asked).toEqual(['heat', 'flow', 'slab', 'flow heat']);
});
