import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { createClient } from '@memory/client';
import { contradictionsCommand } from '../../packages/agents/src/command/commands/settle-commands.ts';
import type { Memory } from '@memory/contracts';
import { recalculateImportance } from '@memory/core';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { unknownRef } from '../support/unknown-ref.ts';
import { verifiesInBothForms } from '../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const PATH = '/api/v1/contradictions';

const listed = async (service: TestWorkspace, query = '') => {
  const reply = await service.get(`${PATH}${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

const settle = (service: TestWorkspace, body: object) => service.post('/api/v1/contradictions/settle', body);

/** Two versions of a decision and two that a model calls contradictory, with what is none of it. */
async function contest(service: TestWorkspace) {
  const decision = { memory_type: 'decision' as const, source_files: ['billing/pool.ts'] };
  const old = await service.store({
    ...decision,
    title: 'Pool of twenty for billing',
    narrative:
      'The connection pool of the billing database holds twenty connections for each replica: poolSize = 20.',
  });
  const newer = await service.store({
    ...decision,
    title: 'Pool of fifty for billing',
    narrative:
      'The connection pool of the billing database holds fifty connections for each replica: Billing.poolSize = 50.',
  });
  const left = await service.store({ title: 'Logs go to stdout', narrative: 'Nothing writes a log file.' });
  const right = await service.store({ title: 'Logs go to files', narrative: 'Each service has a log file.' });
  const twin = {
    ...decision,
    title: 'Bills go out at night',
    narrative: 'Each bill is mailed by the night job.',
  };
  for (const each of [twin, twin]) await service.store(each);
  // Constants of one file speak of different things, however alike their memories are.
  for (const limit of ['CALLBACK_RETRIES', 'SEPARATOR', 'callbackSeconds', 'Callback.size'])
    await service.store({
      memory_type: 'decision',
      source_files: ['billing/limits.ts'],
      title: `For the bank ${limit} stays at 5`,
      narrative: `The bank blocks callers that go beyond five, so ${limit} stays at five for each account.`,
    });
  // A file alone has many subjects.
  for (const [title, narrative] of [
    ['Invoices are due within thirty days', 'The bank asked for it.'],
    ['A reminder goes out after two weeks', 'Earlier ones only made people angry.'],
  ])
    await service.store({ memory_type: 'decision', source_files: ['billing/invoice.ts'], title, narrative });
  // So has a folder, whose label all of its memories have.
  for (const [title, narrative] of [
    ['Parcels leave before noon', 'The lorry of the carrier comes once a day.'],
    ['Customs papers carry two signatures', 'Without them a container stood in the harbour.'],
  ])
    await service.store({
      memory_type: 'decision',
      source_files: ['shipping/send.ts'],
      tags: ['shipping'],
      title,
      narrative,
    });
  await service.runJobs();
  await service.services.db.execute(sql`insert into relationships (workspace_id, id, source_id, target_id,
      relationship_type, discovery_method, confidence, is_bidirectional, created_at)
    values (${service.id}::uuid, gen_random_uuid(), ${right.id}::uuid, ${left.id}::uuid, 'contradicts',
      'embedding_similarity', 0.8, true, now())`);
  return { old, newer, left, right };
}

const pairsOf = (reply: { results: { source: { title: string }; target: { title: string } }[] }) =>
  reply.results.map(({ source, target }) => `${source.title} > ${target.title}`);

const LOGS = 'Logs go to files > Logs go to stdout';
const POOLS = 'Pool of fifty for billing > Pool of twenty for billing';

verifies(
  ['contradictions.list', 'contradictions.settle', 'contradictions.reopen'],
  async ({ service, other }) => {
    const { old, newer, left, right } = await contest(service);
    const open = await listed(service);
    expect(open.count).toBe(2);
    expect(pairsOf(open)).toEqual([LOGS, POOLS]);
    expect(open.results).toMatchObject([
      { reason: 'contradicts', confidence: 0.8, settlement: null },
      {
        reason: 'may_replace',
        subject: expect.stringContaining('illing'),
        source: { memory: service.ref(newer), memory_type: 'decision', narrative: newer.narrative },
        target: { memory: service.ref(old) },
      },
    ]);
    expect(await listed(other)).toEqual({ count: 0, results: [] });
    expect(pairsOf(await listed(service, '?limit=1&offset=1'))).toEqual([POOLS]);
    expect(await listed(service, '?offset=5')).toEqual({ count: 2, results: [] });

    const replaced = await settle(service, {
      source_id: service.ref(newer),
      target_id: service.ref(old),
      verdict: 'replaces',
      context: 'Twenty ran out.',
    });
    expect(replaced).toMatchObject({
      status: 201,
      body: { verdict: 'replaces', context: 'Twenty ran out.', settled_by: expect.any(String) },
    });
    const both = await settle(service, {
      source_id: service.ref(left),
      target_id: service.ref(right),
      verdict: 'both_hold',
    });
    expect(both.status).toBe(201);
    expect((await listed(service)).count).toBe(0);
    const settled = await listed(service, '?state=settled');
    expect(settled.count).toBe(2);
    expect(settled.results.map(({ settlement }: { settlement: object }) => settlement)).toEqual(
      expect.arrayContaining([
        { ...replaced.body, id: replaced.body.id },
        expect.objectContaining({ verdict: 'both_hold', context: null }),
      ]),
    );
    const detail = await service.get(`/api/v1/memories/${service.ref(old)}`);
    expect(detail.body.incoming_relationships).toContainEqual(
      expect.objectContaining({ relationship_type: 'supersedes', discovery_method: 'manual' }),
    );

    // An edge that was declared otherwise is no settlement, and one of another workspace is not there.
    const undo = (caller: TestWorkspace, id: string) => caller.delete(`${PATH}/${id}`);
    expect((await undo(other, replaced.body.id)).status).toBe(404);
    for (const { body } of [replaced, both]) expect((await undo(service, body.id)).status).toBe(204);
    expect((await undo(service, replaced.body.id)).status).toBe(404);
    expect((await undo(service, 'nonsense')).status).toBe(404);
    expect(pairsOf(await listed(service))).toEqual([LOGS, POOLS]);
    expect((await listed(service, '?state=settled')).count).toBe(0);
  },
);

verifies.formA('contradictions.neither', async ({ service }) => {
  const { left, right } = await contest(service);
  const third = await service.store({
    title: 'Logs are rotated daily',
    narrative: 'A log of a day is a log.',
  });
  await service.runJobs();
  const client = await connectClient(service);
  const shown = async () => {
    const { structured } = await callTool(client, 'memory_search', {
      query: 'log file logs',
      search_profile: 'exact',
      min_score: 0,
    });
    return (structured.results as { title: string; note?: string }[]).map(({ title, note }) => [title, note]);
  };
  const block = async () => (await callTool(client, 'session_start')).structured.context_block as string;
  const before = await shown();
  expect(before.at(0)?.[0]).not.toBe(third.title);
  expect(await block()).toContain(left.title);
  const pair = { source_id: service.ref(left), target_id: service.ref(right) };
  const { body } = await settle(service, { ...pair, verdict: 'neither_holds' });
  const after = await shown();
  expect(after[0]).toEqual([third.title, undefined]);
  expect(after.slice(1)).toEqual(
    expect.arrayContaining(
      [left, right].map(({ title }) => [title, expect.stringContaining('does not hold')]),
    ),
  );
  const text = await block();
  for (const { title } of [left, right]) expect(text).not.toContain(title);
  const ref = { [service.form === 'A' ? 'id' : 'memory_id']: service.ref(left) };
  expect((await callTool(client, 'memory_get_detail', ref)).structured.note).toContain('does not hold');

  const importance = async (memory: Memory) =>
    (await service.get(`/api/v1/memories/${service.ref(memory)}`)).body.importance_score as number;
  const asBefore = await importance(left);
  await recalculateImportance(service.services, await service.workspace());
  expect(await importance(left)).toBeLessThan(0.6 * asBefore);
  expect((await service.delete(`${PATH}/${body.id}`)).status).toBe(204);
  expect(await shown()).toEqual(before);
  await recalculateImportance(service.services, await service.workspace());
  expect(await importance(left)).toBeGreaterThan(0.9 * asBefore);
});

verifies.formA('contradictions.refusals', async ({ service, other }) => {
  const [one, two] = [await service.store({ title: 'One' }), await service.store({ title: 'Two' })];
  const foreign = await other.store();
  const pair = { source_id: service.ref(one), target_id: service.ref(two) };
  const refused = async (body: object) => (await settle(service, body)).status;
  expect(await refused({ ...pair, verdict: 'perhaps' })).toBe(422);
  expect(await refused({ ...pair, target_id: pair.source_id, verdict: 'replaces' })).toBe(422);
  for (const target_id of [service.ref(foreign), unknownRef(service.form)])
    expect(await refused({ ...pair, target_id, verdict: 'both_hold' })).toBe(404);
  expect(await refused({ ...pair, verdict: 'replaces' })).toBe(201);
  // Neither a second time nor the other way round, which would be a circle.
  const reversed = { source_id: pair.target_id, target_id: pair.source_id };
  for (const body of [pair, reversed])
    for (const verdict of ['replaces', 'both_hold', 'neither_holds'])
      expect(await refused({ ...body, verdict })).toBe(409);
  expect((await service.get(`${PATH}?state=perhaps`)).status).toBe(422);
});

verifies.whole('contradictions.tools', async ({ service }) => {
  const { old, newer } = await contest(service);
  const client = await connectClient(service, { query: '?profile=additional' });
  const open = await callTool(client, 'contradiction_list', { limit: 5 });
  expect(open.structured.count).toBe(2);
  expect(open.structured.results).toContainEqual(
    expect.objectContaining({
      source: expect.objectContaining({ title: newer.title, passage: newer.narrative }),
      target: expect.objectContaining({ [service.form === 'A' ? 'id' : 'memory_id']: service.short(old) }),
      reason: 'may_replace',
    }),
  );
  // Each under its own head, and no line of a memory where one of ours begins.
  expect(open.text).toMatch(
    /\n {2}source:\n {2}- \[decision\] Pool of fifty for billing \(.*\n {4}The connection pool .*fifty/u,
  );
  const said = { source_id: service.ref(newer), target_id: service.ref(old), verdict: 'replaces' };
  const settled = await callTool(client, 'contradiction_settle', { ...said, context: 'Twenty ran out.' });
  expect(settled.structured).toMatchObject({ ...said, is_settled: true });
  expect((await callTool(client, 'contradiction_settle', said)).error.code).toBe(
    'duplicate_manual_relationship',
  );
  expect((await callTool(client, 'contradiction_list', { state: 'settled' })).structured).toMatchObject({
    count: 1,
    results: [{ verdict: 'replaces', context: 'Twenty ran out.' }],
  });
  const back = await callTool(client, 'contradiction_settle', { ...said, retract: true });
  expect(back.structured).toMatchObject({ is_settled: false });
  expect((await callTool(client, 'contradiction_settle', { ...said, retract: true })).error.code).toBe(
    'not_found',
  );
  expect((await callTool(client, 'contradiction_list')).structured.count).toBe(2);
});

verifies.formA('contradictions.command', async ({ service }) => {
  const { old, newer } = await contest(service);
  const printed = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const run = async (...words: string[]) => {
    printed.mockClear();
    const client = createClient({ url: service.host.url, key: service.key });
    await contradictionsCommand(() => Promise.resolve({ client })).parseAsync(words, { from: 'user' });
    return printed.mock.calls.join('\n');
  };
  try {
    expect(await run()).toMatch(
      /Pool of fifty[^]*\n {3}may replace: Pool of twenty[^]*2 open[^]*settle \S{12} \S{12} replaces/u,
    );
    const settled = await run('settle', service.ref(newer), service.ref(old), 'replaces', '--why', 'More.');
    expect(await run('list', '--settled')).toMatch(/\n {3}replaces: [^]*1 settled/u);
    await run('reopen', /reopen (\S+)$/u.exec(settled)?.[1] ?? '');
    const listed = await run();
    expect(listed).toContain('2 open');
    // As it names them, in either form of identifiers.
    const [, ...shown] = /settle (\S+) (\S+) replaces/u.exec(listed) ?? [];
    expect(await run('settle', ...shown, 'replaces')).toContain('Settled.');
    expect(await run()).toContain('1 open');
  } finally {
    printed.mockRestore();
  }
});
