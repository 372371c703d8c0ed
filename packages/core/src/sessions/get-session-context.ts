import type { SessionContextQuery, SessionContextReply } from '@memory/contracts';
import {
  readSessionContext,
  readWorkspaceOverview,
  type Workspace,
  type Headline,
  type Named,
  type WorkspaceOverview,
} from '@memory/db';
import { plural } from '../extraction/session-line.ts';
import { presentOptionalTimestamp, presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { requireSessionId, sessionNotFound } from './sessions.ts';

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

/** Plural where it is not the word and an `s`. */
const PLURALS: Record<string, string> = {
  discovery: 'discoveries',
  architecture: 'architecture',
  general: 'general',
  wiki: 'wiki',
  sdlc_knowledge: 'development documents',
};

/** A few lines for whoever begins to work: how much there is, what it is about, what was decided and what broke last. */
function workspaceSummary(overview: WorkspaceOverview): string {
  if (overview.memories === 0)
    return overview.sessions <= 1
      ? 'This workspace holds no memories yet.'
      : `This workspace holds no memories yet, after ${overview.sessions} sessions.`;
  // Names of communities say more than single words; before the first analysis of the graph there are none.
  const topics = overview.topics.length > 0 ? overview.topics : overview.concepts;
  return [
    `${plural(overview.memories, 'memory', 'memories')} from ${plural(overview.sessions, 'session', 'sessions')}: ${overview.types.map(countType).join(', ')}.`,
    line('Main topics', topics.map(countName)),
    list('Latest decisions', overview.decisions),
    list('Latest incidents', overview.incidents),
    line('Files that come up most', overview.files.map(countName)),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const countType = ({ name, count }: Named): string => plural(count, name, PLURALS[name] ?? `${name}s`);

const countName = ({ name, count }: Named): string => `${name} (${count})`;

const line = (name: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `${name}: ${items.join(', ')}.`;

const list = (name: string, headlines: readonly Headline[]): string =>
  headlines.length === 0
    ? ''
    : [`${name}:`, ...headlines.map(({ title, date }) => `- ${title} (${date})`)].join('\n');
