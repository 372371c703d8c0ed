import { basename } from 'node:path/posix';
import { normalizeFilePath } from '@memory/contracts';
import { sessionBlock, startSession } from '@memory/core';
import { tool } from '../server/tool.ts';

const MEMORIES_SHOWN = 15;

/** session_start: a session with a generated id, and what the workspace knows. */
export const sessionStart = tool('session_start', async (services, workspace, input) => {
  const { project_path, project_name, branch_name, task } = input;
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
      ...(project_path === undefined ? {} : { project_path }),
      ...(task === undefined ? {} : { task }),
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
