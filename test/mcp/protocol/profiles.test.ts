import { expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { allToolEntries } from '@memory/contracts/tools';
import { callTool, connectClient } from '../../support/clients/mcp-client.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { environmentOf, startBridge } from '../../support/clients/stdio-bridge.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const VERBS = [
  'memory_update',
  'memory_delete',
  'memory_relate',
  'contradiction_list',
  'contradiction_settle',
  'ground_list',
  'ground_settle',
  'glossary_list',
  'glossary_add',
  'session_observe',
  'document_list',
  'document_delete',
  'code_path',
];
const READING = ['contradiction_list', 'ground_list', 'glossary_list', 'document_list', 'code_path'];

verifies('mcp.tools.profiles', async ({ service }) => {
  const namesOf = async (query: string) => {
    const { tools } = await (await connectClient(service, { query })).listTools();
    return tools.map(({ name }) => name);
  };
  const core = await namesOf('?profile=core');
  expect(core).toHaveLength(7);
  expect(await namesOf('?profile=hooked')).toEqual(core.filter((name) => !name.startsWith('session_')));
  expect(await namesOf('?profile=full')).toHaveLength(24);
  expect(await namesOf('?profile=additional')).toEqual(VERBS);
  expect(await namesOf('?profile=core,additional')).toEqual([...core, ...VERBS]);
  const bridge = await startBridge({
    ...environmentOf(service),
    WORKSPACE_MEMORY_PROFILE: 'core, additional',
  });
  expect((await bridge.listTools()).tools.map(({ name }) => name)).toEqual([
    ...core,
    ...VERBS,
    // Of the tree that the bridge runs in.
    'code_impact',
  ]);
  const refused = await service.post(
    '/mcp?profile=everything',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { key: null, headers: { authorization: `Bearer ${service.key}` } },
  );
  expect(refused).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('core, hooked, full, additional') },
  });
  // A tool that a client did not ask for it cannot call.
  const client = await connectClient(service, { query: '?profile=core' });
  await expect(client.callTool({ name: 'memory_delete', arguments: {} })).rejects.toThrow('memory_delete');
});

verifies('mcp.tools.additional', async ({ service }) => {
  const client = await connectClient(service, { query: '?profile=full,additional' });
  const naming = (memory: Memory) => ({ [service.form === 'A' ? 'id' : 'memory_id']: service.ref(memory) });
  const read = async (memory: Memory) =>
    (await service.get(`/api/v1/memories/${service.ref(memory)}`)).body as Memory;
  const one = await service.store({ title: 'Gates', narrative: 'They close\nat six.', tags: ['zoo'] });
  const two = await service.store({ title: 'Doors', narrative: 'They stay open.' });

  const changed = await callTool(client, 'memory_update', { ...naming(one), content: 'At nine.', tags: [] });
  expect(await read(one)).toMatchObject({ narrative: 'At nine.', tags: [], title: 'Gates' });
  expect(changed.structured.was).toEqual({ content: 'They close\nat six.', tags: ['zoo'] });
  await callTool(client, 'memory_update', { ...naming(one), ...changed.structured.was });
  expect(await read(one)).toMatchObject({ narrative: 'They close\nat six.', tags: ['zoo'] });

  const statement = {
    source_id: service.ref(one),
    target_id: service.ref(two),
    relationship_type: 'supersedes',
  };
  expect((await callTool(client, 'memory_relate', statement)).structured).toMatchObject({
    is_declared: true,
  });
  const detail = async () => (await service.get(`/api/v1/memories/${service.ref(two)}`)).body;
  expect((await detail()).incoming_relationships).toHaveLength(1);
  expect((await callTool(client, 'memory_relate', statement)).error.code).toBe(
    'duplicate_manual_relationship',
  );
  await callTool(client, 'memory_relate', { ...statement, retract: true });
  expect((await detail()).incoming_relationships).toEqual([]);

  const gone = await callTool(client, 'memory_delete', naming(one));
  expect((await service.get(`/api/v1/memories/${service.ref(one)}`)).status).toBe(404);
  const back = await callTool(client, 'memory_store', gone.structured.deleted);
  expect(await read(back.structured)).toMatchObject({
    title: 'Gates',
    narrative: 'They close\nat six.',
    tags: ['zoo'],
    importance_score: one.importance_score,
    confidence_score: one.confidence_score,
    memory_type: one.memory_type,
  });

  const { session_id } = (await callTool(client, 'session_start')).structured;
  const observed = await callTool(client, 'session_observe', {
    session_id,
    kind: 'decision',
    content: 'We decided that gates close at six, since the quokkas wander.',
    files: ['zoo/gates.ts'],
  });
  expect(observed.structured).toMatchObject({ accepted: 1 });
  const { body } = await service.get(`/api/v1/sessions/${session_id}/observations`);
  expect(body.results).toMatchObject([{ kind: 'decision', files: ['zoo/gates.ts'] }]);
  const again = {
    session_id,
    content: 'We decided that gates close at six, since the quokkas wander.',
    retract: true,
  };
  expect((await callTool(client, 'session_observe', again)).structured).toMatchObject({ accepted: 0 });
  expect((await service.get(`/api/v1/sessions/${session_id}/observations`)).body).toMatchObject({ count: 0 });
  expect((await callTool(client, 'session_observe', again)).error.code).toBe('not_found');

  const reader = await connectClient(service, {
    key: await service.keyWithScope('read'),
    query: '?profile=additional',
  });
  for (const name of VERBS.filter((verb) => !READING.includes(verb)))
    expect((await callTool(reader, name, {})).error.code, name).toBe('insufficient_scope');
  for (const [name, { description }] of allToolEntries)
    expect(description.split(/\s+/u).length, name).toBeLessThanOrEqual(60);
});

verifies('mcp.document-list-delete', async ({ service }) => {
  const client = await connectClient(service, { query: '?profile=full,additional' });
  const page = {
    title: 'Gates',
    content: 'They close at six.',
    source: 'gates.md',
    origin: 'github.com/zoo/keepers',
  };
  await callTool(client, 'document_ingest', page);
  await callTool(client, 'document_ingest', { title: 'Doors', content: 'They stay open.' });
  const listed = await callTool(client, 'document_list', { origin: 'github.com/zoo/keepers' });
  expect(listed.structured).toMatchObject({
    count: 1,
    results: [{ title: 'Gates', source: 'gates.md', origin: 'github.com/zoo/keepers', memories: 1 }],
  });
  expect(listed.text).toContain('gates.md');
  const [{ document_id }] = listed.structured.results;
  expect((await callTool(client, 'document_delete', { document_id })).structured).toMatchObject({
    removed: 1,
  });
  expect((await callTool(client, 'document_delete', { document_id })).error.code).toBe('not_found');
  expect((await callTool(client, 'document_list', {})).structured).toMatchObject({ count: 1 });
});

testWithService(
  'what cannot be given back is not taken away',
  async ({ service }: { service: TestWorkspace }) => {
    const long = await service.store({ title: 'Long', narrative: 'x'.repeat(30_000) });
    const client = await connectClient(service, { query: '?profile=additional' });
    const given = { [service.form === 'A' ? 'id' : 'memory_id']: service.ref(long) };
    expect((await callTool(client, 'memory_delete', given)).error.message).toContain('over REST');
    expect((await callTool(client, 'memory_update', { ...given, content: 'y' })).error.message).toContain(
      'over REST',
    );
    expect((await callTool(client, 'memory_update', { ...given, title: 'Longer' })).isError).toBe(false);
  },
);
