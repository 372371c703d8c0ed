import { createClient } from '@memory/client';
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
