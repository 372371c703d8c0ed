import { recordObservations } from '@memory/core';
import { tool } from '../server/tool.ts';

/** session_observe: one observation of a session, from which its summary and memories are drawn. */
export const sessionObserve = tool(
  'session_observe',
  async (services, workspace, { session_id, ...observation }) => {
    const { accepted } = await recordObservations(services, workspace, session_id, {
      observations: [observation],
    });
    return { session_id, accepted, hint: 'Memories are drawn from it when the session ends.' };
  },
);
