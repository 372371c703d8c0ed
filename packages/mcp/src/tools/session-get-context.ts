import { contextBlock, getSessionContext } from '@memory/core';
import { tool } from '../server/tool.ts';

/** session_get_context: what matters at the start of a session: the block of session_start. */
export const sessionGetContext = tool('session_get_context', async (services, workspace, input) => {
  const context = await getSessionContext(services, workspace, input.session_id, {
    max_memories: input.max_memories,
  });
  return { session_id: context.session.session_id, context_block: contextBlock(context) };
});
