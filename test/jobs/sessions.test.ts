import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { createClient } from '@memory/client';
import { LLM_ASSIGNABLE_MEMORY_TYPES, type Memory } from '@memory/contracts';
import { getSession } from '@memory/core';
import { queryRows, type Database } from '@memory/db';
import { generateSessionSummary } from '../../functions/jobs.ts';
import { resumeCommand } from '../../packages/agents/src/look/session-commands.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { portion } from '../support/portion.ts';
import { serveVariant } from '../host/serve-variant.ts';
import { operatorOf } from '../host/operator-of.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { endedSession, freshSessionId, recordedObservations } from '../support/sessions.ts';
import { verifiesInBothForms } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';

const verifies = verifiesInBothForms(testWithService);

const memoriesOf = async (service: TestWorkspace): Promise<Memory[]> =>
  (await service.get('/api/v1/memories/?limit=500&ordering=created_at')).body;

const pendingOf = (service: TestWorkspace) =>
  queryRows(service.services.db)`
    select count(*)::int pending from observations where workspace_id = ${service.id}::uuid and processed_at is null`;

/** All that the job writes, without ids and times. */
async function outcomeOf(service: TestWorkspace, path: string) {
  const session = (await service.get(path)).body;
  const memories = await memoriesOf(service);
  const pending = await pendingOf(service);
  const sources = await queryRows(service.services.db)`
    select count(*)::int sources from memory_sources where workspace_id = ${service.id}::uuid`;
  return {
    summary: session.summary,
    memories: memories.map(({ title, narrative, memory_type }) => ({ title, narrative, memory_type })),
    pending,
    sources,
  };
}

const decision = (content: string, files: string[] = []) => ({ kind: 'decision', content, files });
const RETRY =
  'Decision: failed calls are retried twice with backoff, because the provider throttles in bursts.';
const TAX = 'Decision: tax is rounded by line, because the auditors add up lines.';

verifies.formA(
  [
    'sessions.summary.populated',
    'sessions.summary.memories',
    'sessions.summary.types',
    'sessions.summary.source-session',
    'sessions.summary.offline',
    'sessions.summary.cites',
    'sessions.end.enqueues',
  ],
  async ({ service }) => {
    const observations = recordedObservations();
    const { session_id, path } = await endedSession(service, {
      observations,
      project_name: 'workspace-memory',
      branch_name: 'main',
    });
    expect((await service.get(path)).body.summary).toBeNull();
    await service.runJobs();
    const { summary } = (await service.get(path)).body;
    expect(summary).toContain('workspace-memory on main');
    expect(summary).toContain('our own redaction rules instead of using secretlint');
    const memories = await memoriesOf(service);
    expect(memories.length).toBeGreaterThanOrEqual(6);
    for (const memory of memories) {
      expect(LLM_ASSIGNABLE_MEMORY_TYPES).toContain(memory.memory_type);
      expect(memory.source_session_id).toBe(session_id);
      expect(memory.content_hash).toMatch(/^[0-9a-f]{64}$/u);
    }
    expect(memories.map(({ title }) => title).join('\n')).toContain('secretlint');
    const uncited = await queryRows(service.services.db)`
      select m.id from memories m where m.workspace_id = ${service.id}::uuid and not exists (
        select from memory_sources s join observations o on o.workspace_id = s.workspace_id and o.id = s.observation_id
        where s.workspace_id = m.workspace_id and s.memory_id = m.id)`;
    expect(uncited).toEqual([]);
    const listed = (await service.get(`${path}/observations?limit=500`)).body;
    expect(listed.count).toBe(observations.length);
    expect(listed.results.every(({ is_processed }: { is_processed: boolean }) => is_processed)).toBe(true);
  },
  { title: 'a recorded session, without a text generator' },
);

verifies.formA(
  ['sessions.summary.memories', 'sessions.summary.offline'],
  async ({ service }) => {
    const content = 'We decided to keep sessions in Postgres, because Redis lost them twice.';
    const { path } = await endedSession(service, { observations: [{ content }] });
    await service.runJobs();
    expect(await memoriesOf(service)).toMatchObject([{ memory_type: 'decision', narrative: content }]);
    expect((await service.get(path)).body.summary).toContain('keep sessions in Postgres');
  },
  { title: 'from observations that are nothing but text' },
);

verifies.whole(
  ['sessions.summary.twice', 'jobs.halfway'],
  async ({ service, other }) => {
    // Enough for three memories: what is written is the same number of statements.
    const observations = recordedObservations().slice(0, 60);
    const whole = await endedSession(other, { observations });
    await other.runJobs();
    const done = await outcomeOf(other, whole.path);
    const { id, path } = await endedSession(service, { observations });
    const message = deliver({ workspaceId: service.id, sessionId: id });
    const before = await outcomeOf(service, path);
    // Every statement in turn is the one before which the function dies.
    for (let statements = 0; ; statements += 1) {
      const services = { ...service.services, db: dyingAfter(service.services.db, statements) };
      const { batchItemFailures } = await generateSessionSummary(message, { services });
      if (batchItemFailures.length === 0) break;
      // Behind the write there is only the attempt to be forgotten.
      expect([before, done]).toContainEqual(await outcomeOf(service, path));
      // Each death counts as the first: after three the work would be given up.
      await service.services.db.execute(
        sql`delete from job_attempts where workspace_id = ${service.id}::uuid`,
      );
    }
    await service.runJobs();
    expect(await outcomeOf(service, path)).toEqual(done);
    expect((await outcomeOf(service, path)).memories.length).toBeGreaterThan(0);
  },
  { title: 'killed before each of its statements' },
);

verifies.formA(
  'sessions.summary.twice',
  async ({ service }) => {
    const { id, path } = await endedSession(service, { observations: [decision(RETRY)] });
    const message = deliver({ workspaceId: service.id, sessionId: id });
    await Promise.all(Array.from({ length: 5 }, () => generateSessionSummary(message, service)));
    expect((await outcomeOf(service, path)).memories).toHaveLength(1);
  },
  { title: 'delivered five times at once' },
);

verifies.formA(
  'sessions.summary.offline',
  async ({ service }) => {
    const { path } = await endedSession(service, { observations: [decision(RETRY)] });
    await service.runJobs();
    expect((await service.get(path)).body.summary).toContain(
      '1 observation, 1 memory drawn from the observations.',
    );
    await service.post(`${path}/observations`, { observations: [{ content: 'It was late.' }] });
    await service.post(`${path}/end`);
    await service.runJobs();
    expect((await service.get(path)).body.summary).toContain(
      '2 observations, 1 memory drawn from the observations.',
    );
  },
  { title: 'what the job drew is not told as stored, nor as nothing' },
);

verifies.formA(['sessions.summary.patch-kept', 'sessions.summary.end-kept'], async ({ service }) => {
  const given = await endedSession(service, { observations: [decision(RETRY)], summary: 'By hand.' });
  const patched = await endedSession(service, { observations: [decision(TAX)] });
  await service.patch(patched.path, { summary: 'By PATCH.' });
  await service.runJobs();
  expect((await service.get(given.path)).body.summary).toBe('By hand.');
  expect((await service.get(patched.path)).body.summary).toBe('By PATCH.');
  expect(await memoriesOf(service)).toHaveLength(2);
});

verifies.formA('sessions.summary.no-observations', async ({ service }) => {
  const started = await service.post('/api/v1/sessions/start', {
    session_id: freshSessionId(),
    project_name: 'shop',
    branch_name: 'main',
  });
  await service.store({ title: 'Prices are in cents', source_session_id: started.body.session_id });
  const path = `/api/v1/sessions/${started.body.session_id}`;
  await service.post(`${path}/end`);
  await service.runJobs();
  const { summary } = (await service.get(path)).body;
  expect(summary).toBe('shop on main, under a minute, nothing observed, 1 memory stored.');
});

verifies.formA('sessions.summary.injected-excluded', async ({ service }) => {
  const { path } = await endedSession(service, {
    observations: [
      { kind: 'tool_result', tool_name: 'mcp__memory__memory_search', content: RETRY },
      decision(`<workspace-memory>\n${RETRY}\n</workspace-memory>`),
    ],
  });
  await service.runJobs();
  expect(await memoriesOf(service)).toEqual([]);
  expect((await service.get(path)).body.summary).not.toContain('retried');
});

verifies.formA('secrets.personal', async ({ service }) => {
  const account = 'DE89370400440532013000';
  const card = '4539 5787 6362 1486';
  const given = `Decision: refunds go to the IBAN ${account} of the customer, because her card ${card} has expired.`;
  await endedSession(service, { observations: [decision(given)] });
  await service.store({ title: 'Refunds', narrative: given });
  const told = given.replace(account, '[redacted:iban]').replace(card, '[redacted:card-number]');
  const stored = await queryRows<{ content: string }>(service.services.db)`
    select content from observations where workspace_id = ${service.id}::uuid
      union all select narrative from memories where workspace_id = ${service.id}::uuid`;
  expect(stored.map(({ content }) => content)).toEqual([told, told]);
});

verifies.formA('sessions.summary.exact-duplicates', async ({ service }) => {
  await endedSession(service, { observations: [decision(RETRY, ['src/client.ts'])] });
  await service.runJobs();
  const [first] = await memoriesOf(service);
  const again = await endedSession(service, { observations: [decision(RETRY, ['src/client.ts'])] });
  await service.runJobs();
  expect((await memoriesOf(service)).map(({ id }) => id)).toEqual([first?.id]);
  expect((await service.get(again.path)).body.summary).toContain('retried twice');
  // In another language, in one session and in the next.
  const said = 'Comments are always written in English.';
  const translated = { kind: 'user_prompt', content: 'Kommentare schreiben wir immer auf Englisch.' };
  await endedSession(service, { observations: [{ kind: 'user_prompt', content: said }, translated] });
  await service.runJobs();
  await endedSession(service, { observations: [translated] });
  await service.runJobs();
  expect((await memoriesOf(service)).map(({ title }) => title).toSorted()).toEqual(
    [first?.title, 'Comments are always written in English'].toSorted(),
  );
});

verifies('sessions.summary.said-by', async ({ service }) => {
  const RULE = 'From now on never take the lock of the ledger in an export.';
  const observations = [
    ['user_prompt', 'Why does the export hang at night?'],
    ['assistant_message', 'The export hangs because the lock of the ledger is never given back.'],
    ['user_prompt', RULE],
  ].map(([kind, content], at) => ({ kind, content, occurred_at: `2026-03-01T12:0${at}:00.000Z` }));
  const { session_id, path } = await endedSession(service, { observations });
  await service.runJobs();
  const again = await endedSession(service, { observations: [{ kind: 'user_prompt', content: RULE }] });
  await service.runJobs();
  const trace = async (sessionId: string) => {
    const { drawn } = await operatorOf(service.host).traceSession({ workspaceId: service.id, sessionId });
    return drawn.map(({ title, speaker, prompt }) => [title, speaker, prompt]);
  };
  const [found, rule] = [expect.stringContaining('never given back'), expect.stringContaining('never take')];
  expect(await trace(session_id)).toEqual([
    [found, 'agent', 1],
    [rule, 'person', 2],
  ]);
  // It was said elsewhere first.
  expect(await trace(again.session_id)).toEqual([[rule, null, null]]);
  // An observation that is taken back takes nothing of it along.
  const { results } = (await service.get(`${path}/observations`)).body;
  for (const { id } of results) await service.delete(`${path}/observations/${id}`);
  const ref = service.ref((await memoriesOf(service))[1] ?? {});
  const detail = await service.get(`/api/v1/memories/${ref}?speaker=true`);
  expect(detail.body).toMatchObject({ title: rule, speaker: 'person', prompt: 2 });
  expect((await service.get(`/api/v1/memories/${ref}`)).body).not.toHaveProperty('speaker');
  const read = { [service.form === 'A' ? 'id' : 'memory_id']: ref };
  const { structured } = await callTool(await connectClient(service), 'memory_get_detail', read);
  expect(structured).toMatchObject({ session_id, said_by: 'person, prompt 2' });
});

verifies.formA('sessions.summary.known', async ({ service }) => {
  await service.store({
    title: 'Amounts are integer cents',
    narrative: 'decimal.js was tried and rejected because the checkout bundle became 40 kB larger.',
  });
  const said =
    'I tried decimal.js in src/pay.ts but rejected it because the checkout bundle became 40 kB larger.';
  const session = await endedSession(service, {
    observations: [{ kind: 'assistant_message', content: said }],
  });
  await service.runJobs();
  const memories = await memoriesOf(service);
  expect(memories).toMatchObject([{ title: 'Amounts are integer cents', source_files: ['src/pay.ts'] }]);
  expect((await service.get(session.path)).body.summary).toContain('1 observation, 1 known already.');
  // A memory that the session draws later is told beside it, and the first one is counted once.
  await service.post(`${session.path}/observations`, { observations: [decision(RETRY)] });
  await service.post(`${session.path}/end`);
  await service.runJobs();
  expect((await service.get(session.path)).body.summary).toContain(
    '2 observations, 1 memory drawn from the observations.',
  );
  expect(await memoriesOf(service)).toHaveLength(2);
});

verifies.formA('sessions.summary.known-elsewhere', async ({ service }) => {
  const observations = [decision(RETRY, ['src/client.ts'])];
  for (const project_name of ['shop', 'acme/shop', 'stock', ''])
    await endedSession(service, { observations, project_name });
  const reworded = decision(`${RETRY.replace('Decision: ', '')} Calls wait a second in between.`);
  await endedSession(service, { observations: [reworded], project_name: 'till' });
  await service.runJobs();
  const projects = await queryRows<{ project: string | null }>(service.services.db)`
    select project from memories where workspace_id = ${service.id}::uuid order by project`;
  // A project without a name may be any, and a name alone is that of a remote that ends with it.
  expect(projects.map(({ project }) => project)).toEqual(['shop', 'stock', 'till']);
});

const more = 'Retries: instead of 3 we take 5, the Klarna API is flaky in the morning.';
const back = 'RETRY_LIMIT back to 3 please, five tries made it worse';
const setting = (prompt: string, from: number, to: number) => [
  { kind: 'user_prompt', content: prompt },
  {
    kind: 'edit',
    tool_name: 'Edit',
    files: ['src/api.ts'],
    content: `src/api.ts\n- RETRY_LIMIT = ${from}\n+ RETRY_LIMIT = ${to}`,
  },
  { kind: 'answer', content: `RETRY_LIMIT is ${to} now.` },
];

verifies.formA('sessions.summary.hidden', async ({ service }) => {
  const content = 'From now on never \u202Etake\u202C the \u001B[31mlock\u001B[0m of the ledger.';
  const { path } = await endedSession(service, { observations: [{ kind: 'user_prompt', content }] });
  await service.runJobs();
  const [memory] = await memoriesOf(service);
  expect(memory?.title).toContain('never take the lock of the ledger');
  const { summary } = (await service.get(path)).body;
  for (const hidden of ['\u001B', '\u202C', '\u202E']) expect(summary).not.toContain(hidden);
});

verifies.formA('sessions.summary.undone', async ({ service }) => {
  const session = { project_name: 'acme/undone' };
  await endedSession(service, { ...session, observations: setting(more, 3, 5) });
  await service.runJobs();
  const sessionId = freshSessionId();
  const path = `/api/v1/sessions/${sessionId}`;
  const moment = { moment_id: 'm1', session, observations: [], wants: 'start' };
  expect((await service.post(`${path}/moments`, moment)).body.told).not.toBeNull();
  const act = { ...moment, moment_id: 'm2', observations: setting(back, 5, 3), wants: null };
  await service.post(`${path}/moments`, act);
  const found = async () => {
    const { told } = await operatorOf(service.host).traceSession({ workspaceId: service.id, sessionId });
    return [told.map(({ used }) => used), (await service.get('/api/v1/stats')).body.told.used];
  };
  expect(await found()).toEqual([['its file was changed'], 1]);
  await service.post(`${path}/end`);
  await service.runJobs();
  expect(await found()).toEqual([[null], 0]);
});

verifies.formA(['sessions.summary.set-back', 'sessions.summary.known-elsewhere'], async ({ service }) => {
  const set = async (project_name: string, prompt: string, from: number, to: number) => {
    const session = await endedSession(service, { project_name, observations: setting(prompt, from, to) });
    await service.runJobs();
    expect((await service.get(session.path)).body.summary).toContain('1 memory drawn');
  };
  await set('acme/back', more, 3, 5);
  await set('acme/back', back, 5, 3);
  // Another project has its own, and takes none away.
  await set('acme/other', back, 5, 3);
  // To the letter the first one, which has been replaced.
  await set('acme/back', more, 3, 5);
  const memories = await memoriesOf(service);
  const replaced = await Promise.all(
    memories.map(async ({ id }) => {
      const { outgoing_relationships: edges } = (await service.get(`/api/v1/memories/${id}`)).body;
      return edges.flatMap((edge: Record<string, string>) =>
        edge.relationship_type === 'supersedes' ? [edge.target_memory_id] : [],
      );
    }),
  );
  const [first, second] = memories.map(({ id }) => id);
  expect(replaced).toEqual([[], [first], [], [second]]);
  expect((await service.get('/api/v1/contradictions')).body.results).toEqual([]);
  const mcp = await connectClient(service);
  const { structured } = await callTool(mcp, 'session_start', { project_path: '/src/back' });
  expect(structured.context_block).toMatch(/^- .*RETRY_LIMIT = 5/mu);
  expect(structured.context_block).not.toContain('back to 3');
});

verifies.formA(
  'sessions.summary.set-back',
  async ({ service }) => {
    for (const content of [
      'We use tabs in this project, always.',
      'The settings page always shows three tabs.',
      'Forget about tabs, we use two spaces in this project now, the formatter wants it.',
    ]) {
      const observations = [{ kind: 'user_prompt', content }];
      await endedSession(service, { project_name: 'acme/indent', observations });
      await service.runJobs();
    }
    const mcp = await connectClient(service);
    const { structured } = await callTool(mcp, 'session_start', { project_path: '/src/indent' });
    expect(structured.context_block).toMatch(/two spaces/u);
    expect(structured.context_block).toMatch(/three tabs/u);
    expect(structured.context_block).not.toContain('We use tabs');
  },
  { title: 'in words as well' },
);

verifies(
  ['consolidation.merged', 'consolidation.sources-stay', 'consolidation.method', 'consolidation.no-deletes'],
  async ({ service }) => {
    await endedSession(service, { observations: [decision(RETRY, ['src/client.ts'])] });
    await service.runJobs();
    const [source] = await memoriesOf(service);
    if (!source) throw new Error('Nothing was extracted.');
    await endedSession(service, { observations: [decision(RETRY, ['src/queue.ts'])] });
    await service.runJobs();
    const memories = await memoriesOf(service);
    expect(memories).toHaveLength(2);
    const [consolidated] = memories.filter(({ is_consolidated }) => is_consolidated);
    if (!consolidated) throw new Error('Nothing was consolidated.');
    expect(consolidated.consolidated_from).toEqual([service.ref(source)]);
    expect(consolidated.source_files).toEqual(['src/client.ts', 'src/queue.ts']);
    const detail = (await service.get(`/api/v1/memories/${service.ref(consolidated)}`)).body;
    expect(detail.outgoing_relationships).toContainEqual(
      expect.objectContaining({
        relationship_type: 'supersedes',
        discovery_method: 'session_context',
        target_memory_id: service.ref(source),
        is_bidirectional: false,
      }),
    );
    // A third session with nothing new adds nothing; the consolidation is what it is compared with.
    await endedSession(service, { observations: [decision(RETRY, ['src/queue.ts'])] });
    await service.runJobs();
    expect(await memoriesOf(service)).toHaveLength(2);
  },
);

verifies.formA(
  ['sessions.end.again-no-job', 'sessions.end.again-new-observations', 'observations.after-end'],
  async ({ service }) => {
    const { path } = await endedSession(service, { observations: [decision(RETRY)] });
    const sent: unknown[] = [];
    const counted = {
      ...service.services.jobs,
      enqueue: (...message: unknown[]) => Promise.resolve(void sent.push(message)),
    };
    await using variant = await serveVariant(service, { jobs: counted });
    await variant.service.post(`${path}/end`);
    expect(sent).toEqual([]);
    await service.runJobs();
    await variant.service.post(`${path}/end`);
    expect(sent).toEqual([]);
    const late = 'Convention: every queue has a dead-letter queue, and that has an alarm.';
    const reply = await service.post(`${path}/observations`, { content: late, kind: 'note' });
    expect(reply).toMatchObject({ status: 202, body: { accepted: 1 } });
    const before = (await service.get(path)).body;
    expect((await service.post(`${path}/end`)).body).toEqual(before);
    await service.runJobs();
    const { summary } = (await service.get(path)).body;
    expect(summary).toContain('2 observations');
    expect((await memoriesOf(service)).map(({ title }) => title)).toHaveLength(2);
  },
);

verifies.whole(
  'sessions.summary.offline',
  async ({ service }) => {
    const count = portion(10_000, 1_500);
    const recorded = recordedObservations();
    const observations = Array.from({ length: count }, (_, index) => ({
      ...recorded[index % recorded.length],
      event_id: `event-${index}`,
      occurred_at: new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString(),
    }));
    const { id, session_id } = await endedSession(service, { observations });
    const message = deliver({ workspaceId: service.id, sessionId: id });
    expect((await generateSessionSummary(message, service)).batchItemFailures).toEqual([]);
    const { summary } = await getSession(service.services, await service.workspace(), { session_id });
    expect(summary).toContain(`${count} observations`);
    expect(await pendingOf(service)).toEqual([{ pending: 0 }]);
  },
  { title: 'thousands of observations', timeoutMs: 120_000 },
);

/** A database that dies, with all that come after, before one of its statements. */
function dyingAfter(db: Database, statements: number): Database {
  let left = statements;
  const dying = <Target extends Database>(mortal: Target): Target =>
    new Proxy(mortal, {
      get(target, property, receiver) {
        if (property === 'transaction')
          return (work: Parameters<Database['transaction']>[0]) =>
            target.transaction((tx) => work(dying(tx)));
        const member: unknown = Reflect.get(target, property, receiver);
        if (property !== 'execute' || typeof member !== 'function') return member;
        return (...parameters: unknown[]) => {
          left -= 1;
          if (left < 0) return Promise.reject(new Error('killed'));
          return Reflect.apply(member, target, parameters) as unknown;
        };
      },
    });
  return dying(db);
}

verifies.formA(['summary.left-open', 'sessions.resume'], async ({ service }) => {
  const project_name = 'flotilla/modbus';
  const prompt = (content: string) => ({ kind: 'user_prompt', content });
  const printed = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const resumed = async (...flags: string[]) => {
    printed.mockClear();
    const client = createClient({ url: service.host.url, key: service.key });
    await resumeCommand(() => Promise.resolve({ client })).parseAsync(flags, { from: 'user' });
    return printed.mock.calls.join('\n');
  };
  const mcp = await connectClient(service);
  const blockAtStart = async () => {
    const { structured } = await callTool(mcp, 'session_start', { project_path: '/src/modbus' });
    return structured.context_block as string;
  };
  try {
    await endedSession(service, {
      project_name,
      observations: [
        prompt('not now: the retry of the modbus client. next week'),
        { kind: 'answer', content: 'Noted.' },
      ],
    });
    await service.runJobs();
    expect(await resumed('--all')).toMatch(
      /^- The retry of the modbus client.* \(\d+ (?:second|minute)s?\)$/u,
    );
    expect(JSON.parse(await resumed('--all', '--json'))).toMatchObject([
      { text: expect.stringContaining('retry of the modbus client') as string },
    ]);
    expect(await resumed()).toMatch(/^No session in .+ has ended.*\n.*resume --all$/u);
    expect(await blockAtStart()).toMatch(
      /## Left open\n- The retry of the modbus client.* \(since \d{4}-\d\d-\d\d\)/u,
    );
    await endedSession(service, {
      project_name,
      observations: [
        prompt('the retry of the modbus client, please'),
        { kind: 'edit', tool_name: 'Edit', content: 'src/modbus.ts', files: ['src/modbus.ts'] },
        { kind: 'answer', content: 'The client of modbus has its retry.' },
      ],
    });
    await service.runJobs();
    expect(await resumed('--all')).toContain('Nothing is left open');
    expect(await blockAtStart()).not.toContain('Left open');
  } finally {
    printed.mockRestore();
  }
});
