import { endSession, neutralLine } from '@memory/core';
import { tool } from '../server/tool.ts';

/** session_end: ends a session; memories are drawn from it in the background. */
export const sessionEnd = tool('session_end', async (services, workspace, { session_id, summary }) => {
  const session = await endSession(services, workspace, session_id, { summary: summary ?? null });
  return { structured: session, text: `Session ${neutralLine(session.session_id)} has ended.` };
});
