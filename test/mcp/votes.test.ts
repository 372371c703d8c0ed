import { expect } from 'vitest';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { testWithService } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

verifies(['mcp.votes', 'mcp.votes.retract', 'mcp.votes.question'], async ({ service }) => {
  const text = (when: string) => ({
    title: `Deploys of the shop: ${when}`,
    narrative: `The shop is deployed on ${when} by the release job.`,
  });
  const monday = await service.store({ ...text('Mondays'), importance_score: 0.55 });
  await service.store(text('Tuesdays'));
  const client = await connectClient(service);
  const first = async () => {
    const args = { query: 'deploy shop release job', search_profile: 'exact', min_score: 0 };
    const { structured } = await callTool(client, 'memory_search', args);
    return (structured.results as { title: string }[])[0]?.title;
  };
  const rate = (given: object) =>
    callTool(client, 'memory_rate', {
      [service.form === 'A' ? 'id' : 'memory_id']: service.ref(monday),
      useful: false,
      ...given,
    });
  expect(await first()).toBe(monday.title);
  for (let vote = 0; vote < 5; vote += 1) await rate({});
  expect(await first()).toBe(text('Tuesdays').title);
  const over = (await service.post('/api/v1/memories/search', { query: 'deploy shop release job' })).body;
  expect(over.results[0].memory.title).toBe(monday.title);
  for (let vote = 0; vote < 5; vote += 1) await rate({ retract: true });
  expect(await first()).toBe(monday.title);
  expect((await rate({ retract: true })).structured.not_useful_count).toBe(0);
  // A far better match stays first, but for the question that it did not help with.
  const firstFor = async (query: string) => {
    const { structured } = await callTool(client, 'memory_search', {
      query,
      search_profile: 'exact',
      min_score: 0,
    });
    return (structured.results as { title: string }[])[0]?.title;
  };
  await rate({ context: 'Asked "Deploys of the shop on Mondays?", it was of last year.' });
  expect(await firstFor('deploys of the shop on mondays')).toBe(text('Tuesdays').title);
  expect(await firstFor('mondays shop')).toBe(monday.title);
});

verifies('mcp.memory-search.pages', async ({ service }) => {
  const text = { title: 'Gates of the yard', narrative: 'The gates of the yard close at six.' };
  const page = await service.store({ ...text, memory_type: 'wiki', importance_score: 0.6 });
  const memory = await service.store({ ...text, title: 'Gates of a yard', importance_score: 0.5 });
  const query = 'when do the gates of the yard close';
  const { body } = await service.post('/api/v1/memories/search', { query, use_semantic: false });
  expect(body.results.map((result: { memory: object }) => service.ref(result.memory as never))).toEqual(
    [page, memory].map((each) => service.ref(each)),
  );
  const { structured } = await callTool(await connectClient(service), 'memory_search', {
    query,
    search_profile: 'exact',
    min_score: 0,
  });
  const [first, second] = structured.results as { title: string }[];
  expect([first?.title, second?.title]).toEqual([memory.title, page.title]);
});

verifies('mcp.memory-get-index.replaced', async ({ service }) => {
  const old = await service.store({ title: 'Gates close at six', importance_score: 0.9 });
  const newer = await service.store({ title: 'Gates close at nine' });
  await service.post('/api/v1/relationships', {
    source_id: service.ref(newer),
    target_id: service.ref(old),
    relationship_type: 'supersedes',
  });
  const { structured, text } = await callTool(await connectClient(service), 'memory_get_index');
  expect(structured.results).toMatchObject([
    { title: old.title, note: `replaced by ${newer.title}` },
    { title: newer.title },
  ]);
  expect(text).toContain(`replaced by ${newer.title}`);
});

verifies('mcp.twins.folded', async ({ service }) => {
  const twin = { title: 'Gates close at six', narrative: 'All gates of the yard close at six.' };
  for (let copy = 0; copy < 3; copy += 1) await service.store(twin);
  const { structured } = await callTool(await connectClient(service), 'memory_get_timeline', { days: 1 });
  expect(structured.results).toMatchObject([{ title: twin.title, also: 2 }]);
});

verifies('mcp.workspace-insight.embedder', async ({ service }) => {
  await service.store();
  await service.runJobs();
  const client = await connectClient(service);
  const answer = await client.callTool({ name: 'workspace_insight', arguments: {} });
  expect(answer._meta?.['search']).toMatch(/^the built-in table of words in English, German/);
  expect(answer._meta?.['sessions']).toContain('English');
});
