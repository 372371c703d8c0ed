import { createClient, ClientError } from '@memory/client';
import { MCP_PATH } from '@memory/contracts';
import { deleteWorkspace } from '../../../packages/agents/src/operator/workspace/move-workspace.ts';
import { expectThat, type SmokeCheck } from '../smoke-context.ts';

/** A workspace of its own, made by the operator; or the one of the key that was given. */
export const workspace: SmokeCheck = {
  name: 'workspace',
  needs: [],
  async run(context) {
    const { operator, run, url } = context;
    if (!operator) {
      const listed = await context.client.listMemories({ query: { limit: 1 } });
      expectThat(Array.isArray(listed), 'The list of memories is no list.');
      return 'the one of the key';
    }
    const created = await operator.createWorkspace({ name: run });
    context.cleanups.push(async () => {
      await deleteWorkspace(operator, { workspaceId: created.workspace_id, name: run });
    });
    context.key = created.key;
    context.client = createClient({ url, key: created.key });
    await context.until('The new key was not let in', async () =>
      context.client.listMemories({ query: { limit: 1 } }),
    );
    return created.workspace_id;
  },
};

const HEADER = 'www-authenticate';
/** Its name from gateways of AWS that keep the original for themselves. */
const RENAMED = `x-amzn-remapped-${HEADER}`;

/** A request without a key is told how to bring one, under whichever name the gateway lets that through. */
export const challenge: SmokeCheck = {
  name: 'challenge of a 401',
  needs: [],
  async run({ url }) {
    const names: string[] = [];
    for (const path of ['/api/v1/memories', MCP_PATH]) {
      const response = await fetch(url + path, { method: path === MCP_PATH ? 'POST' : 'GET' });
      await response.text();
      expectThat(response.status === 401, `${path} without a key answers ${response.status}, not 401.`);
      const name = [HEADER, RENAMED].find((each) => response.headers.has(each));
      expectThat(name !== undefined, `${path} answers 401 without a challenge.`);
      names.push(name);
    }
    return [...new Set(names)].join(' and ');
  },
};

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
