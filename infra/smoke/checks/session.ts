import { expectThat, type SmokeCheck } from '../smoke-context.ts';

/** A session is started, observed and ended; its summary follows. */
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
