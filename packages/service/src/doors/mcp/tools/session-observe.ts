import { recordObservations, retractObservation } from '@memory/core';
import { tool } from '../server/tool.ts';

/** session_observe: one observation of a session, from which its summary and memories are drawn, or back with it. */
export const sessionObserve = tool(
  'session_observe',
  async (services, workspace, { session_id, retract, ...observation }) => {
    if (retract) {
      const { content } = observation;
      const { drawn_memories: drawn } = await retractObservation(services, workspace, {
        session_id,
        content,
      });
      return {
        session_id,
        accepted: 0,
        ...(drawn.length > 0 ? { drawn_memories: drawn } : {}),
        hint:
          drawn.length > 0
            ? 'Taken back. Memories drawn from it stay: memory_delete.'
            : 'Taken back. The same call without retract records it again.',
      };
    }
    const { accepted } = await recordObservations(services, workspace, {
      session_id,
      observations: [observation],
    });
    return {
      session_id,
      accepted,
      hint: 'Memories are drawn from it when the session ends. The same call with retract true takes it back.',
    };
  },
);
