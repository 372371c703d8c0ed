import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { createClient } from '@memory/client';
import { glossaryCommand } from '../../packages/agents/src/command/commands/glossary-command.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const PATH = '/api/v1/glossary';

const found = async (service: TestWorkspace, query: string) => {
  const { body } = await service.post('/api/v1/memories/search', { query, use_semantic: false });
  return (body.results as { memory: { title: string } }[]).map(({ memory }) => memory.title);
};

verifies('glossary.extend', async ({ service, other }) => {
  for (const workspace of [service, other])
    await workspace.store({ title: 'Hamster serves invoices', narrative: 'It runs on two machines.' });
  expect(await found(service, 'accounting gateway')).toEqual([]);
  const terms = [' Hamster', 'accounting gateway', 'Hamster'];
  const added = await service.post(PATH, { terms });
  expect(added).toMatchObject({ status: 201, body: { terms: ['Hamster', 'accounting gateway'] } });
  const listed = await service.get(PATH);
  expect(listed.body).toMatchObject({ count: 1, results: [added.body] });
  expect(listed.body.built_in).toBeGreaterThan(250);
  // In both directions; a word of the phrase alone means something else.
  expect(await found(service, 'the accounting gateway')).toEqual(['Hamster serves invoices']);
  await service.store({ title: 'The accounting gateway is slow', narrative: 'Since Monday.' });
  expect(await found(service, 'hamsters')).toEqual([
    'Hamster serves invoices',
    'The accounting gateway is slow',
  ]);
  expect(await found(service, 'gateway')).toEqual(['The accounting gateway is slow']);
  expect(await found(other, 'accounting gateway')).toEqual([]);
  expect((await other.delete(`${PATH}/${added.body.id}`)).status).toBe(404);
  expect((await service.delete(`${PATH}/${added.body.id}`)).status).toBe(204);
  expect((await service.delete(`${PATH}/${added.body.id}`)).status).toBe(404);
  expect(await found(service, 'hamsters')).toEqual(['Hamster serves invoices']);
});

verifies('glossary.refusals', async ({ service }) => {
  const add = async (terms: unknown) => (await service.post(PATH, { terms })).status;
  for (const terms of [
    ['one'],
    ['one', ' one '],
    ['one', ' '],
    ['one', '?!'],
    ['a', 'b'.repeat(81)],
    'one = two',
  ])
    expect(await add(terms), JSON.stringify(terms)).toBe(422);
  expect(await add(['otter', 'lutra'])).toBe(201);
  expect(await add(['lutra', 'otter'])).toBe(409);
  expect(await add(['lutra', 'otter', 'lontra'])).toBe(201);
  expect((await service.delete(`${PATH}/nonsense`)).status).toBe(404);
  const reader = { key: await service.keyWithScope('read') };
  expect((await service.post(PATH, { terms: ['a1', 'b1'] }, reader)).status).toBe(403);
});

verifies('glossary.full', async ({ service }) => {
  await service.services.db.execute(sql`insert into glossary_groups (workspace_id, id, terms, created_at)
    select ${service.id}::uuid, gen_random_uuid(), array['word' || n, 'term' || n], now() from generate_series(1, 199) n`);
  expect((await service.post(PATH, { terms: ['otter', 'lutra'] })).status).toBe(201);
  const full = await service.post(PATH, { terms: ['seal', 'phoca'] });
  expect(full).toMatchObject({ status: 409, body: { detail: expect.stringContaining('200 groups') } });
  expect(await found(service, 'otter')).toEqual([]);
});

verifies('glossary.tools', async ({ service }) => {
  await service.store({ title: 'Hamster serves invoices', narrative: 'It runs on two machines.' });
  const client = await connectClient(service, { query: '?profile=core,additional' });
  const search = async () =>
    (await callTool(client, 'memory_search', { query: 'accounting gateway machines', min_score: 0 }))
      .structured.results as { title: string }[];
  const terms = ['hamster', 'accounting gateway'];
  expect((await callTool(client, 'glossary_list')).structured).toMatchObject({ count: 0, results: [] });
  const added = await callTool(client, 'glossary_add', { terms });
  expect(added.structured.terms).toEqual(terms);
  expect((await callTool(client, 'glossary_list')).structured.results).toMatchObject([{ terms }]);
  expect(await search()).toMatchObject([{ title: 'Hamster serves invoices' }]);
  const reversed = { terms: terms.toReversed(), retract: true };
  expect((await callTool(client, 'glossary_add', reversed)).isError).toBe(false);
  expect((await callTool(client, 'glossary_add', reversed)).error.code).toBe('not_found');
  expect((await callTool(client, 'glossary_list')).structured.count).toBe(0);
});

verifies('glossary.command', async ({ service }) => {
  const printed = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const run = async (...words: string[]) => {
    printed.mockClear();
    const client = createClient({ url: service.host.url, key: service.key });
    await glossaryCommand(() => Promise.resolve({ client })).parseAsync(words, { from: 'user' });
    return printed.mock.calls.join('\n');
  };
  try {
    const added = await run('add', 'hamster', 'accounting gateway');
    const id = /remove (\S+)$/u.exec(added)?.[1] ?? '';
    expect(await run()).toContain(`${id}  hamster = accounting gateway`);
    await run('remove', id);
    expect(await run('list')).not.toContain('hamster');
  } finally {
    printed.mockRestore();
  }
});
