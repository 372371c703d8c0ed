import { ClientError, createClient } from '@memory/client';
import { expectThat, type SmokeCheck } from '../smoke-context.ts';

/** A key works, and no longer once it is revoked. */
export const revokedKey: SmokeCheck = {
  name: 'revoked key',
  needs: ['workspace'],
  async run(context) {
    const { client, run, url } = context;
    const { id, key } = await client.createKey({ body: { name: run, scope: 'read' } });
    let revoked = false;
    context.cleanups.push(async () => {
      if (!revoked) await client.revokeKey({ path: { id } });
    });
    const other = createClient({ url, key });
    await other.listMemories({ query: { limit: 1 } });
    await client.revokeKey({ path: { id } });
    revoked = true;
    const status = await other.listMemories({ query: { limit: 1 } }).then(
      () => 200,
      (error: unknown) => (error instanceof ClientError ? error.status : undefined),
    );
    expectThat(status === 401, `The revoked key is answered ${status}, not 401.`);
    return 'refused at once';
  },
};
