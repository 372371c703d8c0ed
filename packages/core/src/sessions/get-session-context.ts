import type { SessionContextQuery, SessionContextReply } from '@memory/contracts';
import { readSessionContext, readWorkspaceOverview, type Workspace } from '@memory/db';
import { presentOptionalTimestamp, presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { requireSessionId, sessionNotFound } from './session-id.ts';
import { workspaceSummary } from './workspace-summary.ts';

/** The context for the start of a session; the same content gives the same bytes. @throws not_found */
export async function getSessionContext(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { session_id: given, max_memories }: SessionContextQuery & { session_id: string },
): Promise<SessionContextReply> {
  const sessionId = requireSessionId(given);
  const [rows, overview] = await Promise.all([
    readSessionContext(db, workspace.id, { sessionId, maxMemories: max_memories }),
    readWorkspaceOverview(db, workspace.id),
  ]);
  if (!rows) throw sessionNotFound(given);
  return {
    session: { ...rows.session, started_at: presentTimestamp(rows.session.started_at) },
    context: {
      recent_memories: rows.memories.map(({ id, memory_id, memory_type, ...memory }) => ({
        id,
        ...(settings.memoryIdForm === 'B' ? { memory_id } : {}),
        title: memory.title,
        memory_type,
        importance_score: memory.importance_score,
        narrative: memory.narrative,
      })),
      recent_sessions: rows.sessions.map(({ session_id, summary, ended_at }) => ({
        session_id,
        summary,
        ended_at: presentOptionalTimestamp(ended_at),
      })),
      workspace_summary: workspaceSummary(overview),
    },
  };
}
