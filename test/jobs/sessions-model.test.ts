import { expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { endIdleSessions } from '../../functions/jobs.ts';
import { generateSessionSummary } from '../../functions/jobs.ts';
import { startChatStub, type ChatReply, type ChatStub } from '../support/clients/chat-stub.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { endedSession, recordedObservations } from '../support/sessions.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';

const verifies = verifiesWith(testWithService);

const memory = (fields: object = {}) => ({
  title: 'Redaction has its own rules',
  narrative: 'We wrote our own redaction rules, because the library is asynchronous.',
  memory_type: 'decision',
  tags: ['redaction'],
  concepts: ['redactSecrets'],
  source_files: [],
  importance_score: 0.8,
  confidence_score: 0.9,
  cites: ['o1', 'o3'],
  ...fields,
});
const good: ChatReply = { value: { summary: 'We wrote redaction and extraction.', memories: [memory()] } };

const memoriesOf = async (service: TestWorkspace): Promise<Memory[]> =>
  (await service.get('/api/v1/memories/?limit=500&ordering=created_at')).body;

/** One delivery of the job by a deployment with this text generator. */
async function run(
  service: TestWorkspace,
  id: string,
  { generator }: ChatStub,
  { hours = 0, llmTokensPerDay = 1_000_000 }: { hours?: number; llmTokensPerDay?: number } = {},
): Promise<'done' | 'failed'> {
  const services = {
    ...service.services,
    textGenerator: generator,
    settings: { ...service.services.settings, llmTokensPerDay },
    clock: () => new Date(Date.now() + hours * 3_600_000),
  };
  const message = deliver({ workspaceId: service.id, sessionId: id });
  const { batchItemFailures } = await generateSessionSummary(message, { services });
  return batchItemFailures.length === 0 ? 'done' : 'failed';
}

verifies(
  [
    'sessions.summary.populated',
    'sessions.summary.memories',
    'sessions.summary.source-session',
    'sessions.summary.twice',
  ],
  async ({ service }) => {
    await using stub = await startChatStub(() => good);
    const { id, session_id, path } = await endedSession(service, { observations: recordedObservations() });
    expect(await run(service, id, stub)).toBe('done');
    expect((await service.get(path)).body.summary).toBe('We wrote redaction and extraction.');
    const memories = await memoriesOf(service);
    expect(memories).toMatchObject([{ ...withoutCites(), source_session_id: session_id }]);
    const calls = stub.requests.length;
    expect(calls).toBe(1);
    expect(await run(service, id, stub)).toBe('done');
    expect(stub.requests).toHaveLength(calls);
    expect(await memoriesOf(service)).toEqual(memories);
  },
  { title: 'a model that answers well, asked once' },
);

const invalid: Record<string, ChatReply> = {
  'no JSON': { text: 'I am afraid I cannot do that.' },
  'another shape': { value: { summary: 'Only this.' } },
  'an unknown citation': { value: { summary: 'Made up.', memories: [memory({ cites: ['o99999'] })] } },
  'no citation': { value: { summary: 'Made up.', memories: [memory({ cites: [] })] } },
  'a type of the system': { value: { summary: 'Made up.', memories: [memory({ memory_type: 'wiki' })] } },
  'a failing server': { status: 500 },
  'no answer at all': 'silence',
};

for (const [name, reply] of Object.entries(invalid))
  verifies(
    ['sessions.summary.invalid-model-output', 'sessions.summary.cites', 'sessions.summary.types'],
    async ({ service }) => {
      await using stub = await startChatStub(() => reply, { timeoutMs: 100 });
      const { id, path } = await endedSession(service, { observations: recordedObservations() });
      const before = (await service.get(path)).body;
      expect(await run(service, id, stub)).toBe('failed');
      expect((await service.get(path)).body).toEqual(before);
      expect(await memoriesOf(service)).toEqual([]);
      await using well = await startChatStub(() => good);
      expect(await run(service, id, well)).toBe('done');
      expect(await memoriesOf(service)).toHaveLength(1);
    },
    { title: `answer of the model: ${name}` },
  );

verifies(
  ['sessions.summary.invalid-model-output', 'sessions.summary.offline'],
  async ({ service }) => {
    await using stub = await startChatStub(() => ({ text: 'nonsense' }));
    const { id, path } = await endedSession(service, { observations: recordedObservations() });
    const outcomes: string[] = [];
    while (outcomes.length < 20 && outcomes.at(-1) !== 'done') outcomes.push(await run(service, id, stub));
    expect(outcomes).toEqual([...Array.from({ length: 8 }, () => 'failed'), 'done']);
    expect((await service.get(path)).body.summary).toContain('secretlint');
    expect((await memoriesOf(service)).length).toBeGreaterThan(5);
  },
  { title: 'after eight failures rules do the work' },
);

verifies('sessions.summary.budget', async ({ service }) => {
  await using stub = await startChatStub(() => good);
  const { id, path } = await endedSession(service, { observations: recordedObservations() });
  for (let delivery = 0; delivery < 10; delivery += 1)
    expect(await run(service, id, stub, { llmTokensPerDay: 5_000 })).toBe('done');
  expect(stub.requests).toEqual([]);
  expect((await service.get(path)).body.summary).toBeNull();
  const captured = await service.post(`${path}/observations`, { content: 'Capture goes on.' });
  expect(captured.body.accepted).toBe(1);
  // The next day the sweep asks again, and the model is asked.
  const tomorrow = { services: { ...service.services, clock: () => new Date(Date.now() + 25 * 3_600_000) } };
  const sent: unknown[] = [];
  await endIdleSessions(deliver({}), {
    services: {
      ...tomorrow.services,
      queue: {
        ...service.services.queue,
        send: (...message: unknown[]) => Promise.resolve(void sent.push(message)),
      },
    },
  });
  expect(JSON.stringify(sent)).toContain(id);
  expect(await run(service, id, stub, { hours: 25 })).toBe('done');
  expect((await service.get(path)).body.summary).toBe('We wrote redaction and extraction.');
});

verifies(
  'sessions.summary.budget',
  async ({ service }) => {
    await using stub = await startChatStub(() => good);
    const budget = { llmTokensPerDay: 40_000 };
    const sessions = [];
    for (let index = 0; index < 4; index += 1)
      sessions.push(await endedSession(service, { observations: recordedObservations().slice(index) }));
    // A call costs 1,200 tokens, but up to 30,000 are set aside for it: what was not used is given back.
    for (const { id } of sessions) await run(service, id, stub, budget);
    expect(stub.requests).toHaveLength(4);
  },
  { title: 'what a call did not use is given back' },
);

verifies(
  'sessions.summary.memories',
  async ({ service }) => {
    let answers = 0;
    await using stub = await startChatStub(() => ({
      value: { summary: `Part ${(answers += 1)}.`, memories: [] },
    }));
    const { id, path } = await endedSession(service, { observations: recordedObservations().slice(0, 10) });
    await run(service, id, stub);
    await service.post(`${path}/observations`, { content: 'Decision: one more thing.', kind: 'decision' });
    await run(service, id, stub);
    expect((await service.get(path)).body.summary).toBe('Part 1.\n\nPart 2.');
    expect(stub.requests[1]?.user).toContain('one more thing');
    expect(stub.requests[1]?.user).not.toContain('redactSecrets');
  },
  { title: 'a model is shown what arrived since, and its summary is continued' },
);

function withoutCites(): object {
  const { cites: _, ...stored } = memory();
  return stored;
}
