import { sessionBlock } from '@memory/core';
import { tool } from '../server/tool.ts';

/** session_get_context: what matters at the start of a session: the block of session_start. */
export const sessionGetContext = tool(
  'session_get_context',
  async (services, workspace, { session_id, max_memories, task }) => ({
    session_id,
    context_block: await sessionBlock(services, workspace, {
      session_id,
      task,
      memoriesMax: max_memories,
    }),
  }),
);
