import { endSession } from '@memory/core';
import { tool } from '../server/tool.ts';

/** session_end: ends a session; memories are drawn from it in the background. */
export const sessionEnd = tool('session_end', async (services, workspace, { session_id, summary }) => {
  const session = await endSession(services, workspace, { session_id, summary: summary ?? null });
  return {
    session_id: session.session_id,
    is_active: session.is_active,
    ended_at: session.ended_at ?? '',
    ...(session.summary === null ? {} : { summary: session.summary }),
    hint: 'Memories are drawn from its observations in the background.',
  };
});
