import type { Memory } from '@memory/contracts';
import { expectThat, type SmokeCheck, NothingToCheck } from '../smoke-context.ts';

export const store: SmokeCheck = {
  name: 'store',
  needs: ['workspace'],
  async run(context) {
    const { client, run } = context;
    const [first, second] = [
      await client.storeMemory({
        body: {
          title: `Retries are idempotent (${run})`,
          narrative: `A retried payment finds the key of its first attempt and charges nothing. Grüße 🦭 ${run}`,
          tags: [run],
          source_files: ['smoke/payments.ts'],
        },
      }),
      await client.storeMemory({
        body: {
          title: `A payment was charged twice (${run})`,
          narrative: `A retried payment was charged twice, because its attempts carried different keys. ${run}`,
          tags: [run],
          source_files: ['smoke/payments.ts'],
        },
      }),
    ];
    context.cleanups.push(async () => {
      const body = { memory_ids: [refOf(first), refOf(second)] };
      await client.batchDeleteMemories({ body });
    });
    context.memories = { first: refOf(first), second: refOf(second) };
    const read = await client.getMemory({ path: { ref: refOf(first) } });
    expectThat(
      read.narrative === first.narrative,
      'The memory that was read is not the one that was stored.',
    );
    return `2 memories, read back as sent`;
  },
};

/** How the service addresses it: by `id` in form A, by `memory_id` in form B. */
const refOf = (memory: Pick<Memory, 'id' | 'memory_id'>): string => memory.memory_id ?? memory.id ?? '';

export const keywordSearch: SmokeCheck = {
  name: 'search by words',
  needs: ['workspace', 'memories'],
  async run({ client, memories, run }) {
    const { results } = await client.searchMemories({
      body: { query: `charged twice ${run}`, use_semantic: false },
    });
    const found = results.map(({ memory }) => refOf(memory));
    expectThat(
      found.includes(memories.second),
      `The search found ${found.length} memories, not the one stored.`,
    );
    return `${found.length} found`;
  },
};

export const semanticSearch: SmokeCheck = {
  name: 'search by meaning',
  needs: ['workspace', 'memories'],
  async run({ client, memories, run, until }) {
    const first = await client.searchMemories({ body: { query: run } });
    if (first.degraded && first.degradation_reason === null)
      throw new NothingToCheck('this service has no embedder');
    const count = await until('The search went by words alone', async () => {
      const { results, degraded } = await client.searchMemories({
        body: { query: `A retried payment was charged twice ${run}` },
      });
      const hit = results.find(({ memory }) => refOf(memory) === memories.second);
      return !degraded && hit && hit.match_type !== 'keyword' ? results.length : undefined;
    });
    return `${count} found`;
  },
};

export const relate: SmokeCheck = {
  name: 'relate',
  needs: ['workspace', 'memories'],
  async run({ client, memories }) {
    await client.createRelationship({
      body: { source_id: memories.first, target_id: memories.second, relationship_type: 'related_to' },
    });
    const { path, depth } = await client.findPath({
      body: { source_memory_id: memories.first, target_memory_id: memories.second },
    });
    expectThat(
      path.length === 2 && depth === 1,
      `The path between two related memories has ${path.length} memories.`,
    );
    return 'declared, and found as a path';
  },
};

/** The queue, its worker and the model: a memory has its vector soon after it was stored. */
export const embedding: SmokeCheck = {
  name: 'embedding',
  needs: ['workspace', 'memories'],
  async run({ client, memories, until, run }) {
    const { degraded, degradation_reason } = await client.searchMemories({ body: { query: run } });
    if (degraded && degradation_reason === null) throw new NothingToCheck('this service has no embedder');
    for (const ref of [memories.first, memories.second])
      await until('The memory has no vector', async () => {
        const { content_hash } = await client.getMemory({ path: { ref } });
        return content_hash ?? undefined;
      });
    return 'both memories have their vector';
  },
};

export const session: SmokeCheck = {
  name: 'session and summary',
  needs: ['workspace'],
  async run(context) {
    const { client, run, until } = context;
    const path = { session_id: run };
    await client.startSession({ body: { session_id: run, project_name: 'smoke' } });
    context.cleanups.push(async () => {
      const latest = await client.listMemories({ query: { limit: 100, ordering: '-created_at' } });
      const drawn = latest.filter(({ source_session_id }) => source_session_id === run);
      const memory_ids = drawn.map(({ id, memory_id }) => memory_id ?? id);
      if (memory_ids.length > 0) await client.batchDeleteMemories({ body: { memory_ids } });
    });
    await client.recordObservations({
      path,
      body: {
        observations: [
          { content: 'Decided: payments carry an idempotency key, because a retry charged twice.' },
          { content: 'Edited payments.ts: the key is looked up before anything is charged.' },
        ],
      },
    });
    const { session: known } = await client.getSessionContext({ path });
    expectThat(known.session_id === run, 'The context is that of another session.');
    await client.endSession({ path, body: {} });
    const summary = await until('The session has no summary', async () => {
      const { summary: text } = await client.getSession({ path });
      return text ?? undefined;
    });
    return `a summary of ${summary.length} characters`;
  },
};

export const upload: SmokeCheck = {
  name: 'upload',
  needs: ['workspace'],
  async run(context) {
    const { client, run, until } = context;
    const created = await client.createUpload({ body: {} });
    const form = new FormData();
    for (const [name, value] of Object.entries(created.fields)) form.append(name, value);
    const document = {
      title: `How payments are retried (${run})`,
      content: '# Retries\n\nA retry carries the key of the first attempt.\n',
      source: `smoke/${run}.md`,
    };
    form.append('file', new Blob([`${JSON.stringify(document)}\n`]), 'documents.jsonl');
    const response = await fetch(created.url, { method: created.method, body: form });
    expectThat(response.ok, `The upload was refused (${response.status}): ${await response.text()}`);
    context.cleanups.push(async () => {
      const { results } = await client.listDocuments({ query: { limit: 100 } });
      for (const { id, title } of results)
        if (title === document.title) await client.deleteDocument({ path: { id } });
    });
    const done = await until('The upload was not read', async () => {
      const state = await client.getUpload({ path: { id: created.upload_id } });
      return state.state === 'waiting' || state.state === 'processing' ? undefined : state;
    });
    expectThat(
      done.state === 'complete',
      `The upload is ${done.state}: ${done.failure ?? 'no reason given'}`,
    );
    expectThat(done.documents === 1, `${done.documents} documents were read, of one.`);
    return `1 document, ${done.created} sections`;
  },
};
