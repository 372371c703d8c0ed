import { basename } from 'node:path/posix';
import { normalizeFilePath } from '@memory/contracts';
import {
  endSession,
  findToldSession,
  recordObservations,
  retractObservation,
  sessionBlock,
  startSession,
} from '@memory/core';
import { tool } from '../server/tool.ts';

const MEMORIES_SHOWN = 15;

const TOLD =
  'A hook has opened this session and told what the workspace knows; session_get_context shows it again.';

export const sessionStart = tool('session_start', async (services, workspace, input) => {
  const { project_path, project_name, branch_name, task } = input;
  const told = await findToldSession(services, workspace, { project_name });
  if (told)
    return {
      session_id: told.session_id,
      started_at: told.started_at,
      is_active: told.is_active,
      project_name: told.project_name,
      branch_name: told.branch_name,
      context_block: TOLD,
    };
  const session = await startSession(services, workspace, {
    session_id: `sess-${services.ids.uuid()}`,
    project_name:
      project_name ??
      workspace.project ??
      (project_path === undefined ? '' : basename(normalizeFilePath(project_path))),
    branch_name: branch_name ?? '',
    user_id: null,
    user_email: null,
    metadata: {
      project_path,
      task,
    },
  });
  return {
    session_id: session.session_id,
    started_at: session.started_at,
    is_active: session.is_active,
    project_name: session.project_name,
    branch_name: session.branch_name,
    context_block: await sessionBlock(services, workspace, {
      session_id: session.session_id,
      task,
      memoriesMax: MEMORIES_SHOWN,
    }),
  };
});

export const sessionEnd = tool('session_end', async (services, workspace, { session_id, summary }) => {
  const session = await endSession(services, workspace, { session_id, summary: summary ?? null });
  return {
    session_id: session.session_id,
    is_active: session.is_active,
    ended_at: session.ended_at ?? '',
    summary: session.summary ?? undefined,
    hint: 'Memories are drawn from its observations in the background.',
  };
});

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
