import { expect } from 'vitest';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { testWithService } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const GATES = {
  title: 'Gates close at nine',
  memory_type: 'decision',
  content: 'All gates of the yard close at nine.',
};

verifies(['provenance.session', 'provenance.shown'], async ({ service }) => {
  const ada = { headers: { 'x-person': encodeURIComponent('ada@example.com') } };
  const client = await connectClient(service, ada);
  const start = { project_name: 'yard', branch_name: 'feat/gates' };
  const { session_id } = (await callTool(client, 'session_start', start)).structured;
  const stored = (await callTool(client, 'memory_store', { ...GATES, commit: '1a2b3c4' })).structured;
  expect(stored.session_id).toBe(session_id);
  const detail = (
    await callTool(client, 'memory_get_detail', {
      [service.form === 'A' ? 'id' : 'memory_id']: service.ref(stored),
    })
  ).structured;
  expect(detail).toMatchObject({ author: 'ada@example.com', project: 'yard', branch: 'feat/gates' });
  expect(detail.commit).toBe('1a2b3c4');

  const { key } = (await service.post('/api/v1/keys', { name: 'maren', scope: 'write' })).body;
  const maren = await connectClient(service, { key });
  const search = { query: 'gates close', search_profile: 'exact', min_score: 0 };
  const [seen] = (await callTool(maren, 'memory_search', search)).structured.results;
  expect(seen).toMatchObject({ author: 'ada@example.com', branch: 'feat/gates' });
  // Her own session is another one, and what she stores says who she is to others alone.
  const hers = (
    await callTool(maren, 'memory_store', { ...GATES, title: 'Doors close at ten', content: 'Doors: ten.' })
  ).structured;
  expect(hers.session_id).toBeUndefined();
  const rows = (await callTool(client, 'memory_get_timeline', { days: 1 })).structured.results;
  expect(rows.map(({ title, author }: Record<string, string>) => [title, author])).toEqual([
    ['Doors close at ten', 'maren'],
    [GATES.title, undefined],
  ]);
  // The first key of a workspace is of nobody; whose session it is says so.
  const { body } = await service.post('/api/v1/memories/store', { title: 'Lamps', narrative: 'On at six.' });
  const nobody = { [service.form === 'A' ? 'id' : 'memory_id']: service.short(body) };
  expect((await callTool(maren, 'memory_get_detail', nobody)).structured).not.toHaveProperty('author');
  // The specified memory object stays as it is.
  expect((await service.get(`/api/v1/memories/${service.ref(stored)}`)).body).not.toHaveProperty('author');
});

verifies('provenance.session.several', async ({ service }) => {
  const client = await connectClient(service);
  await callTool(client, 'session_start');
  await callTool(client, 'session_start');
  const { structured } = await callTool(client, 'memory_store', GATES);
  expect(structured.session_id).toBeUndefined();
});

verifies('provenance.project', async ({ service }) => {
  const inProject = (project: string) => ({ headers: { 'x-project': encodeURIComponent(project) } });
  const store = (project: string, title: string) =>
    service.post(
      '/api/v1/memories/store',
      { title, narrative: `${title}: rule of ${project}.` },
      inProject(project),
    );
  await store('github.com/acme/zoo', 'Gates of the zoo close at six');
  await store('github.com/acme/museum', 'Gates of the museum close at five');
  await store('…/code/zoo', 'Gates close when it rains');
  await service.store({ title: 'Gates are painted green' });
  await service.runJobs();
  const rows = async (options: object) => {
    const client = await connectClient(service, options);
    const search = { query: 'gates close', search_profile: 'exact', min_score: 0 };
    const { results } = (await callTool(client, 'memory_search', search)).structured;
    const places = (results as { title: string; project?: string }[]).map(
      ({ title, project }, place) => [title, [project, place]] as const,
    );
    return new Map(places);
  };
  const own = await rows(inProject('github.com/acme/zoo'));
  expect(own.get('Gates of the zoo close at six')?.[0]).toBeUndefined();
  expect(own.get('Gates close when it rains')?.[0]).toBeUndefined();
  expect(own.get('Gates are painted green')?.[0]).toBe('unknown');
  expect(own.get('Gates of the museum close at five')).toEqual(['github.com/acme/museum', 3]);
  // A caller that names no project is told of each where there are several.
  const all = await rows({});
  expect(all.get('Gates of the museum close at five')?.[0]).toBe('github.com/acme/museum');
  expect(all.get('Gates are painted green')?.[0]).toBeUndefined();
  for (const wrong of ['%', 'a'.repeat(256), '%00'])
    expect(
      await service.post('/api/v1/memories/search', { query: 'x' }, { headers: { 'x-project': wrong } }),
    ).toMatchObject({ status: 422 });
});
