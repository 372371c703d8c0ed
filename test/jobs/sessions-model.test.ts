import { expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { generateSessionSummary } from '../../functions/jobs.ts';
import { startChatStub, type ChatReply, type ChatStub } from '../support/clients/chat-stub.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { endedSession, recordedObservations } from '../support/sessions.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';

const verifies = verifiesWith(testWithService);

const fact = (fields: object = {}) => ({
  turn: 1,
  quote: 'Write the pure parts of capture and extraction',
  type: 'decision',
  title: 'Redaction has its own rules',
  narrative: 'We wrote our own redaction rules, because the library is asynchronous.',
  files: [],
  ...fields,
});
const answer = (...facts: object[]) => ({
  value: { outcome: 'We wrote redaction and extraction.', facts, open: [] },
});
const good: ChatReply = answer(fact());

const memoriesOf = async (service: TestWorkspace): Promise<Memory[]> =>
  (await service.get('/api/v1/memories/?limit=500&ordering=created_at')).body;

/** One delivery of the job by a deployment with this text generator. */
async function run(
  service: TestWorkspace,
  id: string,
  { generator }: ChatStub,
  { llmTokensPerDay = 1_000_000 }: { llmTokensPerDay?: number } = {},
): Promise<'done' | 'failed'> {
  const services = {
    ...service.services,
    textGenerator: generator,
    settings: { ...service.services.settings, llmTokensPerDay },
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
    expect((await service.get(path)).body.summary).toMatch(/^We wrote redaction and extraction\.\n/);
    const memories = await memoriesOf(service);
    const { title, narrative } = fact();
    expect(memories).toMatchObject([
      { title, narrative, memory_type: 'decision', source_session_id: session_id },
    ]);
    const calls = stub.requests.length;
    expect(calls).toBe(1);
    expect(await run(service, id, stub)).toBe('done');
    expect(stub.requests).toHaveLength(calls);
    expect(await memoriesOf(service)).toEqual(memories);
  },
  { title: 'a model that answers well, asked once' },
);

const useless: Record<string, ChatReply> = {
  'no JSON': { text: 'I am afraid I cannot do that.' },
  'another shape': { value: { summary: 'Only this.' } },
  'a quotation of nothing': answer(fact({ quote: 'nobody said that' })),
  'a type of the system': answer(fact({ type: 'wiki' })),
  'a failing server': { status: 500 },
  'no answer at all': 'silence',
};

for (const [name, reply] of Object.entries(useless))
  verifies(
    ['sessions.summary.invalid-model-output', 'sessions.summary.cites', 'sessions.summary.types'],
    async ({ service }) => {
      // A busy machine may send nothing within a time that is right for waiting in vain.
      const timeoutMs = reply === 'silence' ? 100 : 10_000;
      await using stub = await startChatStub(() => reply, { timeoutMs });
      const { id, path } = await endedSession(service, { observations: recordedObservations() });
      expect(await run(service, id, stub)).toBe('done');
      if (reply !== 'silence') expect(stub.requests.length).toBeGreaterThan(0);
      expect((await service.get(path)).body.summary).toContain('secretlint');
      expect((await memoriesOf(service)).length).toBeGreaterThan(5);
    },
    { title: `answer of the model: ${name}` },
  );

verifies('sessions.summary.budget', async ({ service }) => {
  await using stub = await startChatStub(() => good);
  const { id, path } = await endedSession(service, { observations: recordedObservations() });
  expect(await run(service, id, stub, { llmTokensPerDay: 5_000 })).toBe('done');
  expect(stub.requests).toEqual([]);
  expect((await service.get(path)).body.summary).toContain('secretlint');
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
    const later = fact({
      quote: 'one more thing',
      title: 'One more thing is decided',
      narrative: 'It came late.',
    });
    let calls = 0;
    await using stub = await startChatStub(() =>
      answer(...((calls += 1) === 1 ? [fact()] : [fact(), later])),
    );
    const { id, path } = await endedSession(service, { observations: recordedObservations().slice(0, 1) });
    await run(service, id, stub);
    await service.post(`${path}/observations`, { content: 'Decision: one more thing.', kind: 'decision' });
    await run(service, id, stub);
    expect((await memoriesOf(service)).map(({ title }) => title)).toEqual([fact().title, later.title]);
    expect(stub.requests[1]?.user).toContain('one more thing');
    expect(stub.requests[1]?.user).toContain('redactSecrets');
  },
  { title: 'a model is shown the whole session again, and only what comes of later words is new' },
);
