import { expect, vi } from 'vitest';
import { createClient } from '@memory/client';
import type { Memory, MemoryWithFeedback } from '@memory/contracts';
import { scheduleNightlyWork } from '@memory/core';
import { outdatedCommand } from '../../packages/agents/src/command/commands/settle-commands.ts';
import { testWithOwnDatabase, testWithService, type TestWorkspace } from '../host/service.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { indexSources, readSources } from '../support/seeds/code-repository.ts';
import { unknownRef } from '../support/unknown-ref.ts';
import { verifiesInBothForms, verifiesWith } from '../support/verifies.ts';

const verifies = Object.assign(verifiesInBothForms(testWithService), {
  /** Where a night is worked through, which is for all workspaces of a database. */
  alone: verifiesWith(testWithOwnDatabase),
});

const PATH = '/api/v1/grounds';
const ANCHORS = '/api/v1/grounds/anchors';
const PRICES = 'export function priceOf(item: string) {\n  return item.length * 3;\n}\n';
const TAXES = 'export function taxOn(price: number) {\n  return price / 5;\n}\n';
const DEAR = PRICES.replace('* 3', '* 4');

/** Two memories, of which the code of one changes and that of the other goes. */
/** The first key is nobody's: whoever is to be asked says who it is. */
const ADA = { 'x-person': 'ada@example.com' };
const storeAsAda = async (service: TestWorkspace, body: object): Promise<Memory> =>
  (await service.post('/api/v1/memories/store', body, { headers: ADA })).body;

async function change(service: TestWorkspace) {
  await indexSources(service, { 'src/prices.ts': PRICES, 'src/taxes.ts': TAXES });
  const price = await storeAsAda(service, {
    title: 'Prices',
    narrative: 'In the shop `priceOf` charges by the letter.',
  });
  const tax = await storeAsAda(service, {
    title: 'Taxes',
    narrative: 'In the shop `taxOn` takes a fifth.',
  });
  await service.runJobs();
  expect((await list(service)).count).toBe(0);
  await indexSources(service, { 'src/prices.ts': DEAR }, { deleted: ['src/taxes.ts'] });
  return { price, tax };
}

interface Listed {
  count: number;
  results: { memory: string; code: string; settlement: { id: string; verdict: string } | null }[];
}

async function list(service: TestWorkspace, query = ''): Promise<Listed> {
  const reply = await service.get(`${PATH}${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const settle = (service: TestWorkspace, body: object) => service.post('/api/v1/grounds/settle', body);
const refs = async (service: TestWorkspace, query = '') =>
  (await list(service, query)).results.map(({ memory }) => memory);
const read = async (service: TestWorkspace, memory: Memory) =>
  (await service.get(`/api/v1/memories/${service.ref(memory)}`)).body as MemoryWithFeedback;
const rated = ({ feedback_positive_count: up, feedback_negative_count: down }: MemoryWithFeedback) => [
  up,
  down,
];

/** A search's words on a memory's code. */
async function said(service: TestWorkspace, memory: Memory) {
  const client = await connectClient(service);
  const id = { [service.form === 'A' ? 'id' : 'memory_id']: service.ref(memory) };
  return (await callTool(client, 'memory_get_detail', id)).structured as { code?: string; note?: string };
}

verifies(['grounds.list', 'grounds.settle', 'grounds.reopen'], async ({ service, other }) => {
  const { price, tax } = await change(service);
  await service.post(`/api/v1/memories/${service.ref(tax)}/retrieval`, {});
  const open = await list(service);
  expect(open).toMatchObject({
    count: 2,
    results: [
      {
        memory: service.ref(tax),
        code: expect.stringMatching(/^gone: taxOn/u),
        retrieval_count: 1,
        settlement: null,
      },
      { memory: service.ref(price), code: expect.stringMatching(/^changed since .*priceOf/u) },
    ],
  });
  expect(await refs(service, '?limit=1&offset=1')).toEqual([service.ref(price)]);
  expect((await list(service, '?author=nobody')).count).toBe(0);
  expect((await list(other)).count).toBe(0);

  // Still true: tied to the code as it is now, and helpful.
  const kept = await settle(service, {
    memory_id: service.ref(price),
    verdict: 'still_true',
    context: 'Seen.',
  });
  expect(kept).toMatchObject({ status: 201, body: { verdict: 'still_true', context: 'Seen.' } });
  expect((await said(service, price)).code).toBe('current');
  expect(rated(await read(service, price))).toEqual([1, 0]);
  expect(await refs(service)).toEqual([service.ref(tax)]);
  expect((await list(service, '?state=settled')).results).toMatchObject([
    { memory: service.ref(price), settlement: { id: kept.body.id, settled_by: expect.any(String) } },
  ]);
  // The vote and the anchor go back.
  expect((await other.delete(`${PATH}/${kept.body.id}`)).status).toBe(404);
  expect((await service.delete(`${PATH}/${kept.body.id}`)).status).toBe(204);
  expect((await service.delete(`${PATH}/${kept.body.id}`)).status).toBe(404);
  expect(rated(await read(service, price))).toEqual([0, 0]);
  expect((await said(service, price)).code).toMatch(/^changed since/u);

  // A memory that is gone is no ground any more, whatever is indexed next.
  expect((await settle(service, { memory_id: service.ref(tax), verdict: 'still_true' })).status).toBe(201);
  await indexSources(service, { 'src/prices.ts': `${DEAR}// A remark.\n` });
  expect(await refs(service)).toEqual([service.ref(price)]);
});

verifies('grounds.read', async ({ service, other }) => {
  const { price, tax } = await change(service);
  const plain = await service.store({ title: 'Of no code' });
  const asked = (...refs: string[]) =>
    `${PATH}/verdicts?${refs.map((ref) => `memory=${encodeURIComponent(ref)}`).join('&')}`;
  const named = [tax, price, plain].map((memory) => service.ref(memory));
  const reply = await service.get(asked(...named, 'nobody', unknownRef(service.form)));
  expect(reply.body).toMatchObject({
    results: [
      { memory: service.ref(tax), verdict: 'gone', code: expect.stringMatching(/^gone: taxOn/u) },
      {
        memory: service.ref(price),
        verdict: 'changed',
        code: expect.stringMatching(/^changed since/u),
        anchors: [
          {
            repository: 'shop',
            path: 'src/prices.ts',
            name: 'priceOf',
            kind: 'symbol',
            reason: 'named',
            verdict: 'changed',
          },
        ],
      },
    ],
  });
  expect(reply.body.results).toHaveLength(2);
  expect((await other.get(asked(...named))).body).toEqual({ results: [] });
  expect((await service.get(`${PATH}/verdicts`)).status).toBe(422);
});

verifies.formA(['grounds.updated', 'grounds.obsolete'], async ({ service }) => {
  const { price, tax } = await change(service);
  const updated = await settle(service, {
    memory_id: service.ref(price),
    verdict: 'updated',
    narrative: 'In the shop `priceOf` charges four cents a letter.',
  });
  expect(updated.status, updated.text).toBe(201);
  await service.runJobs();
  expect((await said(service, price)).code).toBe('current');
  expect((await read(service, price)).narrative).toContain('four cents');
  expect((await service.delete(`${PATH}/${updated.body.id}`)).status).toBe(204);
  await service.runJobs();
  expect((await read(service, price)).narrative).toBe(price.narrative);
  expect((await said(service, price)).code).toMatch(/^changed since/u);

  const obsolete = await settle(service, {
    memory_id: service.ref(tax),
    verdict: 'obsolete',
    replaced_by: service.ref(price),
  });
  expect(obsolete.status, obsolete.text).toBe(201);
  expect(rated(await read(service, tax))).toEqual([0, 1]);
  expect(await said(service, tax)).toMatchObject({
    code: expect.stringMatching(/^obsolete: said by/u),
    note: expect.any(String),
  });
  const client = await connectClient(service);
  const block = async () => (await callTool(client, 'session_start')).structured.context_block as string;
  expect(await block()).not.toContain('Taxes');
  // An index changes nothing of what somebody said.
  await indexSources(service, { 'src/taxes.ts': TAXES });
  expect((await said(service, tax)).code).toMatch(/^obsolete/u);
  expect((await service.delete(`${PATH}/${obsolete.body.id}`)).status).toBe(204);
  expect(await said(service, tax)).toMatchObject({ code: 'current' });
  expect(rated(await read(service, tax))).toEqual([0, 0]);
  expect(await block()).toContain('Taxes');
});

verifies.formA('grounds.refusals', async ({ service, other }) => {
  const { price } = await change(service);
  const memory_id = service.ref(price);
  const refused = async (body: object) => (await settle(service, { memory_id, ...body })).status;
  expect(await refused({ verdict: 'perhaps' })).toBe(422);
  expect(await refused({ verdict: 'updated' })).toBe(422);
  expect(await refused({ verdict: 'still_true', narrative: 'Other.' })).toBe(422);
  expect(await refused({ verdict: 'still_true', replaced_by: memory_id })).toBe(422);
  expect(await refused({ verdict: 'updated', narrative: price.narrative })).toBe(409);
  expect(await refused({ verdict: 'obsolete', replaced_by: memory_id })).toBe(422);
  for (const memory of [service.ref(await other.store()), unknownRef(service.form)])
    expect(await refused({ verdict: 'still_true', memory_id: memory })).toBe(404);
  const fresh = await service.store({ title: 'Of no code' });
  expect(await refused({ verdict: 'obsolete', memory_id: service.ref(fresh) })).toBe(409);
  const first = await settle(service, { memory_id, verdict: 'still_true' });
  expect(await refused({ verdict: 'still_true' })).toBe(409);
  // Only the last thing said goes back.
  await indexSources(service, { 'src/prices.ts': PRICES.replace('* 3', '* 5') });
  const second = await settle(service, { memory_id, verdict: 'obsolete' });
  expect((await service.delete(`${PATH}/${first.body.id}`)).status).toBe(409);
  expect((await service.delete(`${PATH}/${second.body.id}`)).status).toBe(204);
  expect((await service.delete(`${PATH}/${first.body.id}`)).status).toBe(204);
});

verifies('grounds.tools', async ({ service }) => {
  const { price } = await change(service);
  const client = await connectClient(service, { query: '?profile=additional' });
  const id = { [service.form === 'A' ? 'id' : 'memory_id']: service.short(price) };
  const listed = await callTool(client, 'ground_list', { limit: 5 });
  expect(listed.structured.count).toBe(2);
  expect(listed.structured.results).toContainEqual(
    expect.objectContaining({ ...id, code: expect.stringContaining('priceOf'), passage: price.narrative }),
  );
  expect(
    (await callTool(client, 'ground_settle', { ...id, verdict: 'still_true' })).structured,
  ).toMatchObject({
    is_settled: true,
  });
  expect((await callTool(client, 'ground_list', { state: 'settled' })).structured.results).toMatchObject([
    { ...id, verdict: 'still_true' },
  ]);
  const back = await callTool(client, 'ground_settle', { ...id, retract: true });
  expect(back.structured).toMatchObject({ is_settled: false });
  expect((await callTool(client, 'ground_settle', { ...id, verdict: 'updated' })).error.code).toBe(
    'validation_failed',
  );
  expect((await callTool(client, 'ground_list', { mine: true })).structured.count).toBe(2);
});

verifies.formA('grounds.command', async ({ service }) => {
  const { price } = await change(service);
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  const client = createClient({ url: service.host.url, key: service.key });
  const run = (...words: string[]) =>
    outdatedCommand(() => Promise.resolve({ client })).parseAsync(words, { from: 'user' });
  await run();
  expect(printed.join('\n')).toMatch(/changed since .*priceOf[^]*2 open\./u);
  await run('settle', service.ref(price), 'updated', '--text', 'In the shop `priceOf` is dear.');
  const id = /reopen (?<id>\S+)/u.exec(printed.at(-1) ?? '')?.groups?.['id'] ?? '';
  await run('list', '--settled');
  expect(printed.join('\n')).toContain(`updated (${id}`);
  await run('reopen', id);
  expect((await list(service)).count).toBe(2);
});

verifies('anchors.given', async ({ service, other }) => {
  const { price, tax } = await change(service);
  const pending = async (of = service) => {
    const reply = await of.get(`${PATH}/pending?repository=shop`);
    return {
      status: reply.status,
      refs: (reply.body.results ?? []).map((one: { memory_id: string }) => one.memory_id),
    };
  };
  expect(new Set((await pending()).refs)).toEqual(new Set([service.ref(price), service.ref(tax)]));
  expect((await pending(other)).status).toBe(404);
  const [now] =
    (await readSources({ 'src/prices.ts': DEAR }))[0]?.symbols.filter(({ kind }) => kind === 'function') ??
    [];
  const anchor = {
    path: 'src/prices.ts',
    name: 'priceOf',
    kind: 'symbol',
    reason: 'named',
    signature_hash: now?.signature_hash ?? null,
    body_hash: now?.body_hash,
  };
  const tie = (memory: object, of = service) =>
    of.post(ANCHORS, {
      repository: 'shop',
      memories: [
        {
          memory_id: service.ref(price),
          source: 'tree',
          grounded_at: '2026-01-02T03:04:05Z',
          anchors: [anchor],
          ...memory,
        },
      ],
    });
  expect((await tie({}, other)).status).toBe(404);
  expect((await tie({ memory_id: unknownRef(service.form) })).body).toEqual({ tied: 0 });
  expect((await tie({ memory_id: 'nobody' })).status).toBe(404);
  expect((await tie({ revision: 99 })).body).toEqual({ tied: 0 });
  expect((await tie({ anchors: [{ ...anchor, body_hash: 'source text' }] })).status).toBe(422);
  expect((await tie({})).body).toEqual({ tied: 1 });
  // It was written when the code was as it is now.
  expect((await said(service, price)).code).toBe('current');
  expect(await refs(service)).toEqual([service.ref(tax)]);
  // Where a tree has nothing to say the index goes on.
  expect((await tie({ memory_id: service.ref(tax), anchors: null })).body).toEqual({ tied: 1 });
  expect((await said(service, tax)).code).toMatch(/^gone/u);
  expect((await pending()).refs).toEqual([]);
  await settle(service, { memory_id: service.ref(tax), verdict: 'obsolete' });
  expect((await tie({ memory_id: service.ref(tax) })).body).toEqual({ tied: 0 });
  expect((await said(service, tax)).code).toMatch(/^obsolete/u);
});

/** Its jobs are not needed here. */
const night = async ({ services, host }: TestWorkspace): Promise<void> => {
  await scheduleNightlyWork(services, {});
  host.forgetJobs();
};

verifies.alone('grounds.nightly', async ({ service }) => {
  const { price, tax } = await change(service);
  const asked = () => refs(service, '?state=asked');
  const block = async () =>
    (await callTool(await connectClient(service, { headers: ADA }), 'session_start')).structured
      .context_block as string;
  const heading = 'You stored this, and its code changed';
  await night(service);
  // A memory that is never recalled is no work.
  expect(await asked()).toEqual([]);
  expect(await block()).not.toContain(heading);
  for (const memory of [tax, tax, price])
    await service.post(`/api/v1/memories/${service.ref(memory)}/retrieval`, {});
  await night(service);
  expect(await asked()).toEqual([service.ref(tax), service.ref(price)]);
  expect((await list(service, '?state=asked&author=nobody')).count).toBe(0);
  const told = await block();
  expect(told.slice(told.indexOf(heading))).toMatch(/Taxes \([^]*Code gone: taxOn/u);
  await settle(service, { memory_id: service.ref(tax), verdict: 'still_true' });
  expect(await asked()).toEqual([service.ref(price)]);
  await indexSources(service, { 'src/prices.ts': PRICES });
  expect(await asked()).toEqual([]);
  await night(service);
  expect(await block()).not.toContain(heading);
});

verifies.alone('branches.shown', async ({ service }) => {
  await indexSources(service, { 'src/fees.ts': 'export function feeOf() {\n  return 9;\n}\n' });
  const client = await connectClient(service, { query: '?profile=full,additional', headers: ADA });
  const store = (title: string, more: object) =>
    callTool(client, 'memory_store', {
      title,
      memory_type: 'decision',
      project_name: 'github.com/acme/shop',
      branch_name: 'fees',
      ...more,
    });
  await store('Fees', { content: 'In the shop `feeOf` is flat.' });
  await store('Of no code', { content: 'Nobody pays twice.' });
  await service.runJobs();
  const [fees = ''] = await listed(service, 'Fees');
  const [plain = ''] = await listed(service, 'Of no code');
  await service.post(`/api/v1/memories/${fees}/retrieval`, {});
  const report = (state: string) =>
    service.post('/api/v1/branches', {
      project: 'github.com/acme/shop',
      clone: 'a'.repeat(32),
      branches: [{ name: 'fees', state, tip: null, whole_id: null, commit_ids: [], pull: null }],
    });
  expect((await report('open')).status).toBe(200);
  await indexSources(service, {}, { deleted: ['src/fees.ts'] });
  const branch = 'fees, not merged';
  expect((await list(service)).results).toMatchObject([{ memory: fees, branch }]);
  expect((await callTool(client, 'ground_list', {})).structured.results).toMatchObject([{ branch }]);
  const verdicts = async () =>
    (await service.get(`/api/v1/grounds/verdicts?memory=${fees}&memory=${plain}`)).body.results as object[];
  expect(await verdicts()).toMatchObject([
    { memory: fees, verdict: 'gone', branch },
    { memory: plain, verdict: null, branch },
  ]);
  // An index of the trunk says nothing of what is not merged: nobody is asked.
  await night(service);
  expect(await refs(service, '?state=asked')).toEqual([]);
  expect((await report('merged')).status).toBe(200);
  expect(await verdicts()).toMatchObject([{ memory: fees, branch: null }]);
  await night(service);
  expect(await refs(service, '?state=asked')).toEqual([fees]);
});

/** Memories of a title. */
const listed = async (service: TestWorkspace, title: string): Promise<string[]> =>
  ((await service.get('/api/v1/memories')).body as Memory[])
    .filter((memory) => memory.title === title)
    .map((memory) => service.ref(memory));

verifies(
  'code.values.told',
  async ({ service }) => {
    const settings = (region: string, burst: number, most: string) => ({
      'settings.py': `REGION = "${region}"\n${most} = 40\n\n\nclass Limits:\n    BURST = ${burst}\n`,
      'map.py': 'def draw():\n    pass\n',
    });
    await indexSources(service, settings('eu', 12, 'MAX_CONNECTIONS'));
    const store = (narrative: string, file: string) =>
      service.store({ title: narrative, narrative, source_files: [file] });
    const region = await store('REGION stays eu, as the law says', 'settings.py');
    const burst = await store('BURST is twelve by decision of the gateway team', 'settings.py');
    const renamed = await store('MAX_CONNECTIONS is forty', 'settings.py');
    const elsewhere = await store('Each REGION of the map has a colour', 'map.py');
    await service.runJobs();
    await indexSources(service, settings('us', 20, 'CONNECTION_LIMIT'));
    await service.runJobs();
    const codeOf = async (id: Parameters<typeof said>[1]) => (await said(service, id)).code;
    expect(await codeOf(region)).toMatch(/: REGION in settings\.py: "eu" → "us"$/u);
    expect(await codeOf(burst)).toMatch(/: Limits\.BURST in settings\.py: 12 → 20$/u);
    expect(await codeOf(renamed)).toMatch(/^moved: .*CONNECTION_LIMIT/u);
    expect(await codeOf(elsewhere)).toBe('current');
  },
  {
    title:
      'also one that is called by one word in capitals in a text about its file, or that went from many to one',
  },
);
