import { describe, expect } from 'vitest';
import { type Memory, StoreMemoryBody } from '@memory/contracts';
import { storeMemory } from '@memory/core';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { serveVariant } from '../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesInBothForms } from '../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

type Args = Record<string, unknown>;

const call = async (service: TestWorkspace, name: string, args: Args = {}) =>
  callTool(await connectClient(service), name, args);

/** The parameter that names a memory in the form under test. */
const naming = (service: TestWorkspace, memory: Memory): Args => ({
  [service.form === 'A' ? 'id' : 'memory_id']: service.short(memory),
});

const TWINS = ['The quokka sleeps by day in the shade.', 'The quokka sleeps by day in the shade!'] as const;

const REFUSED = { code: 'validation_failed', retryable: false };

describe('memory_get_detail', () => {
  verifies(
    [
      'mcp.memory-get-detail.detail',
      'mcp.memory-get-detail.access',
      'mcp.memory-get-detail.related-default',
      'mcp.memory-get-detail.related-off',
      'mcp.scope.read-counters',
    ],
    async ({ service }) => {
      const [one, twin] = [
        await service.store({ title: 'Quokka', narrative: TWINS[0] }),
        await service.store({ title: 'Quokka', narrative: TWINS[1] }),
      ];
      await service.runJobs();
      const reader = await connectClient(service, { key: await service.keyWithScope('read') });
      const detail = await callTool(reader, 'memory_get_detail', naming(service, one));
      const accesses = async () =>
        (await service.get(`/api/v1/memories/${service.ref(one)}`)).body.access_count as number;
      expect(detail.structured).toMatchObject({
        ...naming(service, one),
        title: 'Quokka',
        memory_type: 'general',
        date: one.created_at.slice(0, 10),
        importance: 0.5,
        content: TWINS[0],
        related_memories: [{ ...naming(service, twin), title: 'Quokka' }],
      });
      expect(await accesses()).toBe(1);
      expect(detail.text).toContain(TWINS[0]);
      const alone = await callTool(reader, 'memory_get_detail', {
        ...naming(service, one),
        include_related: false,
      });
      expect(alone.structured).not.toHaveProperty('related_memories');
      expect(await accesses()).toBe(2);
    },
  );

  verifies('mcp.short-identifiers', async ({ service }) => {
    const workspace = await service.workspace();
    const twins = await Promise.all(
      [1, 2].map(async (number) => {
        const ids = {
          uuid: () => `0198aaaa-000${number}-7000-8000-${service.id.slice(-12)}`,
          memoryId: () => `mem-5a5a5a5a5a5a5a5${number}`,
        };
        const body = { title: `Quokka ${number}`, narrative: 'It climbs.', memory_type: 'general' };
        const stored = await storeMemory(
          { ...service.services, ids },
          workspace,
          StoreMemoryBody.parse(body),
        );
        return stored.memory;
      }),
    );
    const path = (ref: string) => `/api/v1/memories/${ref}`;
    const short = service.short(twins[0] ?? {});
    const refused = await call(service, 'memory_get_detail', naming(service, twins[0] as Memory));
    expect(refused.error).toMatchObject({ code: 'not_found' });
    const several = await service.get(path(short));
    expect(several).toMatchObject({ status: 404, body: { detail: refused.error.message } });
    for (const memory of twins) expect(several.body.detail).toContain(service.ref(memory));
    expect((await service.post('/api/v1/memories/batch-delete', { memory_ids: [short] })).body).toEqual({
      deleted_count: 0,
    });
    expect((await service.get(path(service.ref(twins[1] ?? {})))).status).toBe(200);
    await service.delete(path(service.ref(twins[1] ?? {})));
    expect((await service.get(path(short))).body).toMatchObject({ title: 'Quokka 1' });
    expect((await service.patch(path(short), { title: 'Wombat' })).body.title).toBe('Wombat');
    expect(
      (
        await service.post('/api/v1/memories/batch-delete', {
          memory_ids: [short, service.ref(twins[0] ?? {})],
        })
      ).body,
    ).toEqual({ deleted_count: 1 });
  });

  verifies('mcp.memory-get-detail.unknown', async ({ service, other }) => {
    const foreign = await other.store();
    const replies = await Promise.all(
      [naming(other, foreign), naming(service, { ...foreign, id: 'nonsense', memory_id: 'nonsense' })].map(
        (args) => call(service, 'memory_get_detail', args),
      ),
    );
    for (const { error } of replies) expect(error).toMatchObject({ code: 'not_found', retryable: false });
    expect(replies[0]?.error.message).toBe(`Memory ${service.short(foreign)} was not found.`);
    expect((await call(service, 'memory_get_detail')).error).toMatchObject(REFUSED);
  });
});

describe('memory_get_timeline', () => {
  verifies.formA(
    [
      'mcp.memory-get-timeline.days-default',
      'mcp.memory-get-timeline.limit-default',
      'mcp.memory-get-timeline.order',
    ],
    async ({ service }) => {
      const daysAgo = (days: number) => () => new Date(Date.now() - days * 86_400_000);
      await using week = await serveVariant(service, { clock: daysAgo(8) });
      await week.service.store({ title: 'Eight days old' });
      await using yesterday = await serveVariant(service, { clock: daysAgo(1) });
      await yesterday.service.store({ title: 'A day old' });
      for (let number = 1; number <= 30; number += 1) await service.store({ title: `New ${number}` });
      const titles = async (args: Args) =>
        (await call(service, 'memory_get_timeline', args)).structured.results.map(
          ({ title }: Memory) => title,
        );
      const shown = await titles({});
      expect(shown).toHaveLength(30);
      expect(shown[0]).toBe('New 30');
      expect((await titles({ limit: 100 })).slice(-2)).toEqual(['New 1', 'A day old']);
      expect((await titles({ limit: 100, days: 9 })).at(-1)).toBe('Eight days old');
    },
  );
});

describe('memory_get_index', () => {
  verifies.formA(
    ['mcp.memory-get-index.index', 'mcp.memory-get-index.limit-default'],
    async ({ service }) => {
      const first = await service.store({ title: 'First', memory_type: 'incident', importance_score: 0.9 });
      for (let number = 1; number <= 50; number += 1) await service.store({ title: `More ${number}` });
      const { structured, text } = await call(service, 'memory_get_index');
      expect(structured.count).toBe(50);
      expect(structured.results[0]).toEqual({
        ...naming(service, first),
        title: 'First',
        memory_type: 'incident',
      });
      expect(text).toContain('] First (');
      expect(text).toContain(service.short(first));
      expect((await call(service, 'memory_get_index', { limit: 3 })).structured.results).toHaveLength(3);
    },
  );
});

describe('memory_get_related', () => {
  verifies.formA(
    [
      'mcp.memory-get-related.related',
      'mcp.memory-get-related.limit-default',
      'mcp.memory-get-related.no-embedding',
    ],
    async ({ service }) => {
      const one = await service.store({ title: 'Quokka', narrative: TWINS[0] });
      expect((await call(service, 'memory_get_related', naming(service, one))).structured).toEqual({
        count: 0,
        results: [],
        hint: expect.any(String),
      });
      for (let number = 1; number <= 11; number += 1)
        await service.store({ title: `Quokka ${number}`, narrative: TWINS[1] });
      await service.runJobs();
      const related = await call(service, 'memory_get_related', naming(service, one));
      expect(related.structured.results).toHaveLength(10);
      expect(related.structured.results[0]).toMatchObject({ passage: TWINS[1] });
      const fewer = await call(service, 'memory_get_related', { ...naming(service, one), limit: 2 });
      expect(fewer.structured.count).toBe(2);
    },
  );
});

describe('memory_by_file', () => {
  verifies.formA(
    ['mcp.memory-by-file.search', 'mcp.memory-by-file.partial', 'mcp.memory-by-file.limit-default'],
    async ({ service }) => {
      await service.store({ title: 'Pool', source_files: ['packages/db/src/pool.ts'] });
      await service.store({ title: 'Carpool', source_files: ['packages/db/src/car_pool.ts'] });
      const titles = async (file_path: string, limit?: number) =>
        (await call(service, 'memory_by_file', { file_path, limit })).structured.results.map(
          ({ title }: Memory) => title,
        );
      expect(await titles('packages/db/src/pool.ts')).toEqual(['Pool']);
      expect(await titles('./packages//db/src/pool.ts')).toEqual(['Pool']);
      expect(await titles('src/pool.ts')).toEqual(['Pool']);
      expect(await titles('/home/someone/repo/packages/db/src/pool.ts')).toEqual(['Pool']);
      // The ending comes before what only contains it.
      expect(await titles('pool.ts')).toEqual(['Pool', 'Carpool']);
      expect(await titles('db/src')).toHaveLength(2);
      expect(await titles('car_pool')).toEqual(['Carpool']);
      expect(await titles('car%pool')).toEqual([]);
      expect(await titles('none.ts')).toEqual([]);
      for (let number = 1; number <= 20; number += 1)
        await service.store({ title: `More ${number}`, source_files: ['packages/db/src/pool.ts'] });
      expect(await titles('pool.ts')).toHaveLength(20);
      expect(await titles('pool.ts', 100)).toHaveLength(22);
    },
  );
});

describe('memory_store', () => {
  verifies(
    [
      'mcp.memory-store.names',
      'mcp.memory-store.importance-default',
      'mcp.memory-store.confidence-default',
      'mcp.result.structured',
      'mcp.result.text',
    ],
    async ({ service }) => {
      const given = { title: 'Quokka', memory_type: 'decision', content: 'It stays.', files: ['./src/a.ts'] };
      const { structured, text } = await call(service, 'memory_store', given);
      const kept = async (stored: Memory) =>
        (await service.get(`/api/v1/memories/${service.ref(stored)}`)).body;
      expect(structured).toMatchObject({ title: 'Quokka', memory_type: 'decision' });
      expect(await kept(structured)).toMatchObject({
        title: 'Quokka',
        memory_type: 'decision',
        narrative: 'It stays.',
        source_files: ['src/a.ts'],
        importance_score: 0.7,
        confidence_score: 0.8,
      });
      expect(text).toContain(service.ref(structured));
      const scored = await call(service, 'memory_store', {
        ...given,
        summary: 'In short: stay.',
        importance: 0.1,
        confidence: 1,
        tags: ['zoo'],
        concepts: ['animals'],
      });
      expect(await kept(scored.structured)).toMatchObject({
        narrative: 'In short: stay.\n\nIt stays.',
        importance_score: 0.1,
        confidence_score: 1,
        tags: ['zoo'],
        concepts: ['animals'],
      });
    },
  );

  verifies.formA(
    ['mcp.memory-store.title-max-500', 'mcp.memory-store.score-range', 'mcp.result.error'],
    async ({ service }) => {
      const given = { title: 'T', memory_type: 'general', content: 'C' };
      const refusal = async (args: Args) => call(service, 'memory_store', { ...given, ...args });
      expect((await refusal({ title: '🐨'.repeat(500) })).isError).toBe(false);
      const long = await refusal({ title: 'x'.repeat(501) });
      expect(long).toMatchObject({ isError: true, error: REFUSED, structured: undefined });
      expect(Object.keys(long.error).toSorted()).toEqual(['code', 'message', 'retryable']);
      expect(long.error.message).toContain('title');
      // No longer than what REST takes, summary included.
      const [summary, content] = ['In short.', 'x'.repeat(100_000 - 11)];
      expect((await refusal({ summary, content })).isError).toBe(false);
      expect((await refusal({ summary, content: `${content}x` })).error).toMatchObject(REFUSED);
      expect((await refusal({ importance: 1.1 })).error).toMatchObject(REFUSED);
      expect((await refusal({ confidence: -1 })).error).toMatchObject(REFUSED);
      expect((await refusal({ memory_type: 'opinion' })).error).toMatchObject(REFUSED);
      expect((await refusal({ importance: '0.5' })).error).toMatchObject(REFUSED);
      const several = await refusal({ importance: 2, confidence: 2 });
      expect(several.error.message).toMatch(/importance: .*; confidence: /u);
    },
  );

  verifies.formA('mcp.memory-store.near-duplicates', async ({ service }) => {
    const given = {
      title: 'Retry with jitter',
      memory_type: 'convention',
      content: 'Clients retry with jitter after a timeout, at most three times.',
    };
    const first = await call(service, 'memory_store', given);
    expect(first.structured).not.toHaveProperty('similar');
    const again = await call(service, 'memory_store', {
      ...given,
      content: 'After a timeout clients retry with jitter, three times at most.',
    });
    expect(again.isError).toBe(false);
    expect(again.structured.similar).toEqual([
      { ...naming(service, first.structured), title: given.title, memory_type: 'convention' },
    ]);
    expect(again.text).toContain(service.ref(first.structured));
    const other = await call(service, 'memory_store', {
      ...given,
      title: 'Retry the deployment',
      content: 'Deployments that fail at noon are retried by hand in the evening.',
    });
    expect(other.structured).not.toHaveProperty('similar');
    await service.runJobs();
    const twin = await call(service, 'memory_store', {
      title: 'Nach einem Timeout drei Versuche',
      memory_type: 'general',
      content: 'Clients wiederholen eine Anfrage nach einem Timeout mit Jitter höchstens dreimal.',
    });
    expect(twin.text).toContain(service.ref(first.structured));
    expect((await service.get('/api/v1/memories/')).body).toHaveLength(4);
  });
});

describe('memory_rate and memory_explore', () => {
  verifies('mcp.memory-rate.rates', async ({ service }) => {
    const memory = await service.store();
    const rated = await call(service, 'memory_rate', {
      ...naming(service, memory),
      useful: false,
      context: 'Outdated.',
    });
    expect(rated.structured).toMatchObject({ useful_count: 0, not_useful_count: 1 });
    const unclear = { ...naming(service, memory), useful: 'true' };
    expect((await call(service, 'memory_rate', unclear)).error).toMatchObject(REFUSED);
  });

  verifies(['mcp.memory-explore.explores', 'mcp.memory-explore.defaults'], async ({ service }) => {
    const one = await service.store({ title: 'Quokka', narrative: TWINS[0] });
    const two = await service.store({ title: 'Fence', narrative: 'A fence keeps the animals in.' });
    await service.post('/api/v1/relationships', {
      source_id: service.ref(one),
      target_id: service.ref(two),
      relationship_type: 'depends_on',
    });
    await service.runJobs();
    const { structured, text } = await call(service, 'memory_explore', { query: 'quokka', seed_limit: 1 });
    const { body: rest } = await service.post('/api/v1/memories/explore', { query: 'quokka', seed_limit: 1 });
    const titles = (nodes: Memory[]) => nodes.map(({ title }) => title);
    expect(titles(structured.results)).toEqual(titles(rest.nodes));
    expect(structured.results[0]).toEqual({
      ...naming(service, one),
      title: 'Quokka',
      memory_type: 'general',
      is_seed: true,
      relationships: ['depends_on Fence'],
    });
    expect(text).toContain('  depends_on Fence');
    const { body: byDefault } = await service.post('/api/v1/memories/explore', { query: 'quokka' });
    const { structured: given } = await call(service, 'memory_explore', { query: 'quokka' });
    expect(titles(given.results)).toEqual(titles(byDefault.nodes));
    expect((await call(service, 'memory_explore', { query: 'q', max_nodes: 201 })).error).toMatchObject(
      REFUSED,
    );
  });
});
