import { expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { serveVariant } from '../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

interface Row {
  title: string;
  note?: string;
  also?: number;
}

type Args = Record<string, unknown>;

const call = async (service: TestWorkspace, name: string, args: Args) =>
  callTool(await connectClient(service), name, args);

/** Results of a search, each with its note. */
async function shown(
  service: TestWorkspace,
  args: Args,
  name = 'memory_search',
): Promise<[string, string][]> {
  const given = name === 'memory_search' ? { min_score: 0, search_profile: 'exact', ...args } : args;
  const { structured, text } = await call(service, name, given);
  return (structured.results as Row[]).map(({ title, note = '' }) => {
    expect(text).toContain(note);
    return [title, note];
  });
}

const replacedBy = (service: TestWorkspace, memory: Memory) =>
  `replaced by ${memory.title} (${service.short(memory)}, ${memory.created_at.slice(0, 10)})`;

const supersede = (service: TestWorkspace, newer: Memory, older: Memory) =>
  service.post('/api/v1/relationships', {
    source_id: service.ref(newer),
    target_id: service.ref(older),
    relationship_type: 'supersedes',
  });

verifies('mcp.memory-store.supersedes', async ({ service, other }) => {
  const old = await service.store({ title: 'Gates close at six', narrative: 'All gates close at six.' });
  const foreign = await other.store();
  const given = { title: 'Gates close at nine', memory_type: 'decision', content: 'Gates close at nine.' };
  const refused = await call(service, 'memory_store', {
    ...given,
    supersedes: [service.ref(old), service.ref(foreign)],
  });
  expect(refused.error).toEqual({
    code: 'not_found',
    message: `Memory ${service.ref(foreign)} was not found.`,
    retryable: false,
  });
  expect((await service.get('/api/v1/memories/')).body).toHaveLength(1);
  const ref = service.ref(old);
  const { structured, text } = await call(service, 'memory_store', { ...given, supersedes: [ref, ref] });
  expect(structured.replaces).toEqual([ref, ref]);
  expect(text).toContain(ref);
  const { body } = await service.get(`/api/v1/memories/${ref}`);
  expect(body.incoming_relationships).toMatchObject([
    {
      relationship_type: 'supersedes',
      discovery_method: 'manual',
      source_memory_id: expect.stringContaining(service.ref(structured)),
    },
  ]);
  const detail = await call(service, 'memory_get_detail', {
    [service.form === 'A' ? 'id' : 'memory_id']: ref,
  });
  const explored = await call(service, 'memory_explore', { query: 'gates' });
  expect(explored.structured.results).toContainEqual(
    expect.objectContaining({ title: 'Gates close at six', note: 'replaced by Gates close at nine' }),
  );
  expect(detail.structured.relationships).toMatchObject([
    { relationship: 'replaced by', title: 'Gates close at nine' },
  ]);
  expect(detail.text).toContain('relationship replaced by');
});

verifies(['recall.superseded.below', 'recall.superseded.chain'], async ({ service }) => {
  const files = { source_files: ['zoo/gates.ts'] };
  const [first, second, third] = [
    await service.store({
      title: 'Quokkas stay in',
      narrative: 'Quokka, quokka, quokka.',
      importance_score: 1,
      ...files,
    }),
    await service.store({ title: 'Quokkas go out', narrative: 'A quokka may leave.', ...files }),
    await service.store({
      title: 'Wombats only',
      narrative: 'Nothing else is kept.',
      importance_score: 0.1,
      ...files,
    }),
  ];
  expect((await shown(service, { query: 'quokka' })).map(([title]) => title)).toEqual([
    first.title,
    second.title,
  ]);
  await supersede(service, second, first);
  expect(await shown(service, { query: 'quokka' })).toEqual([
    [second.title, ''],
    [first.title, replacedBy(service, second)],
  ]);
  await supersede(service, third, second);
  const now = [
    [third.title, ''],
    [first.title, replacedBy(service, third)],
    [second.title, replacedBy(service, third)],
  ];
  expect(await shown(service, { query: 'quokka' })).toEqual(now);
  expect(await shown(service, { file_path: 'gates.ts' }, 'memory_by_file')).toEqual(now);
  expect(await shown(service, {}, 'memory_get_timeline')).toEqual([now[0], now[2], now[1]]);
  // A memory that is shown counts as retrieved, the successor too.
  expect((await service.get(`/api/v1/memories/${service.ref(third)}`)).body.retrieval_count).toBe(1);
  // One place more than may be shown is no reason to show what was replaced.
  expect(await shown(service, { query: 'quokka', limit: 1 })).toEqual([now[0]]);
});

verifies('recall.superseded.filters', async ({ service }) => {
  const old = await service.store({ title: 'Quokkas stay in', narrative: 'Quokka.', tags: ['red'] });
  const newer = await service.store({ title: 'Wombats only', narrative: 'None else.', tags: ['blue'] });
  await supersede(service, newer, old);
  expect(await shown(service, { query: 'quokka', tags: ['red'] })).toEqual([
    [old.title, replacedBy(service, newer)],
  ]);
});

verifies(
  'mcp.memory-store.supersedes',
  async ({ service }) => {
    const old = await service.store({ title: 'Gates close at six', narrative: 'All gates close at six.' });
    const given = { title: 'Gates close at nine', memory_type: 'decision', content: 'Gates close at nine.' };
    const { structured: first } = await call(service, 'memory_store', given);
    for (let times = 1; times <= 2; times += 1) {
      const { structured } = await call(service, 'memory_store', {
        ...given,
        supersedes: [service.ref(old)],
      });
      expect(service.ref(structured)).toBe(service.ref(first));
      expect(structured.replaces).toEqual([service.ref(old)]);
    }
    expect((await service.get('/api/v1/memories/')).body).toHaveLength(2);
    const { body } = await service.get(`/api/v1/memories/${service.ref(old)}`);
    expect(body.incoming_relationships).toMatchObject([
      { relationship_type: 'supersedes', source_memory_id: expect.stringContaining(service.ref(first)) },
    ]);
    const next = await service.store({ title: 'Doors close at six', narrative: 'All doors close at six.' });
    const unknown = await call(service, 'memory_store', {
      ...given,
      supersedes: [service.ref(next), 'nothing'],
    });
    expect(unknown.error).toMatchObject({ code: 'not_found' });
    expect((await service.get(`/api/v1/memories/${service.ref(next)}`)).body.incoming_relationships).toEqual(
      [],
    );
  },
  { title: 'what is stored again to say what it replaces becomes no second memory' },
);

verifies(['recall.superseded.likely', 'mcp.memory-store.may-replace'], async ({ service }) => {
  const content = 'The connection pool of the billing database holds twenty connections for each replica.';
  const given = { memory_type: 'decision', files: ['billing/pool.ts'] };
  const monthAgo = () => new Date(Date.now() - 30 * 86_400_000);
  await using past = await serveVariant(service, { clock: monthAgo });
  const old = (await call(past.service, 'memory_store', { ...given, title: 'Pool of twenty', content }))
    .structured;
  for (const title of ['Logs are JSON', 'Secrets rotate monthly', 'Deployments run at noon'])
    await service.store({ title, narrative: `${title}, as everybody knows by now.` });
  await service.runJobs();
  const { structured, text } = await call(service, 'memory_store', {
    ...given,
    title: 'Pool of fifty for billing',
    content:
      'The pool of the billing database now holds fifty connections for each replica, since twenty ran out.',
  });
  const told = [...(structured.similar ?? []), ...(structured.may_replace ?? [])] as { title: string }[];
  expect(told.map(({ title }) => title)).toEqual(['Pool of twenty']);
  expect(text).toMatch(/supersedes/u);
  await service.runJobs();
  const newer = `newer on the same subject: ${service.short(structured)}`;
  const query = 'billing pool twenty connections replica';
  const before = await shown(service, { query });
  expect(before).toContainEqual(['Pool of twenty', newer]);
  expect(before[0]?.[0]).toBe('Pool of fifty for billing');
  // The words of the older one alone bring the newer one, too.
  const byOldWords = await shown(service, { query: '"twenty connections"', min_score: 0.15 });
  expect(byOldWords.map(([title]) => title)).toEqual(['Pool of fifty for billing', 'Pool of twenty']);
  const filtered = await shown(service, {
    query: '"twenty connections"',
    min_score: 0.15,
    min_confidence: 0.1,
  });
  expect(filtered.map(([title]) => title)).toEqual(['Pool of twenty']);
  // Also in the block at the start of a session.
  const { text: block } = await call(service, 'session_start', { task: query });
  expect(block).toMatch(/Pool of twenty \([^)]*\)\s+May be replaced; newer: Pool of fifty for billing \(/u);
  const rated = { [service.form === 'A' ? 'id' : 'memory_id']: service.ref(structured), useful: false };
  await call(service, 'memory_rate', { ...rated, context: query });
  expect((await shown(service, { query }))[0]?.[0]).toBe('Pool of twenty');
  await service.post('/api/v1/relationships', {
    source_id: service.ref(old),
    target_id: service.ref(structured),
    relationship_type: 'related_to',
  });
  expect(await shown(service, { query })).toContainEqual(['Pool of twenty', '']);
});

verifies(
  'mcp.memory-store.may-replace',
  async ({ service }) => {
    const given = { memory_type: 'decision', files: ['booking/holds.py'] };
    await call(service, 'memory_store', {
      ...given,
      title: 'Holds end after 15 minutes',
      content: 'A seat is held in Redis for 15 minutes.',
    });
    const { structured } = await call(service, 'memory_store', {
      ...given,
      title: 'Holds end after 10 minutes',
      content: 'Too many forgot theirs, so a seat is held in Redis for 10 minutes only, with a warning.',
    });
    expect(structured.may_replace).toMatchObject([{ title: 'Holds end after 15 minutes' }]);
  },
  { title: 'also before the other has its vector' },
);

verifies('recall.twins', async ({ service }) => {
  for (const title of ['Quokka', 'quokka ', 'Quokka'])
    await service.store({
      title,
      narrative: 'The very same  quokka.'.replace('  ', title === 'Quokka' ? ' ' : '  '),
      source_files: ['zoo.ts'],
    });
  await service.store({ title: 'Another quokka', narrative: 'Not the same.', source_files: ['zoo.ts'] });
  const { structured } = await call(service, 'memory_search', { query: 'quokka', min_score: 0 });
  const rows = (structured.results as Row[]).map(({ title, also }) => [title.toLowerCase(), also]);
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(['quokka', 2]);
  expect((await call(service, 'memory_by_file', { file_path: 'zoo.ts' })).structured.count).toBe(2);
  // In other words, as discovery notes; neither replaces the other.
  const given = {
    memory_type: 'convention' as const,
    source_files: ['tools/gen'],
    concepts: ['test-data', 'privacy'],
  };
  const [first, second] = [
    'Test data come from the generator',
    'No production dumps in development, use the generator',
  ];
  await service.store({
    ...given,
    title: first,
    narrative: 'No copies of production, not even anonymised: data protection.',
  });
  await service.store({
    ...given,
    title: second,
    narrative: 'Never copy production for tests, the data protection officer says.',
  });
  await service.runJobs();
  const dumps = await call(service, 'memory_search', { query: 'generator production data' });
  expect(dumps.structured.results).toEqual([expect.objectContaining({ alike: [expect.any(String)] })]);
  expect(dumps.text).toContain(first);
  expect(dumps.text).toContain(second);
  expect((await service.get('/api/v1/contradictions')).body.results).toEqual([]);
});
