import * as z from 'zod';
import { boundedText, LIMITS, text } from '../fields.ts';
import { EndedSession, redactedSecrets, SessionContext, StartedSession } from './answers.ts';
import { count, workspaceId } from './fields.ts';
import { ADDS, BOTH, READS, SETTLES, type ToolRow } from './tool.ts';

const task = boundedText({ max: LIMITS.queryLength })
  .optional()
  .describe('What the session is about: what bears on it stands first.');

export const sessionTools = {
  session_start: {
    title: 'Start a session',
    core: true,
    description:
      'Begin a piece of work: opens a session and returns its session_id with a block of what the workspace knows. Call once at the start, before other tools, and keep the session_id for session_end. To see the context again, use session_get_context.',
    transports: BOTH,
    scope: 'write',
    rate: 'write',
    hints: ADDS,
    input: z.object({
      ...workspaceId,
      project_path: boundedText({ max: LIMITS.filePathBytes })
        .optional()
        .describe('Folder you work in; its last part becomes the project name.'),
      project_name: boundedText({ max: LIMITS.labelLength })
        .optional()
        .describe('Instead of the folder name.'),
      branch_name: boundedText({ max: LIMITS.labelLength }).optional(),
      task,
    }),
    output: StartedSession.extend(redactedSecrets),
  },
  session_end: {
    title: 'End a session',
    core: true,
    description:
      'Close the session that session_start opened, when the work is done or handed over, not between steps. Memories and a summary are drawn from its observations in the background; give a summary to set your own. Calling it twice does no harm. Returns the session.',
    transports: BOTH,
    scope: 'write',
    rate: 'write',
    hints: SETTLES,
    input: z.object({
      session_id: text().describe('From session_start.'),
      summary: boundedText({ max: LIMITS.narrativeLength })
        .optional()
        .describe('What was done, decided and left open.'),
    }),
    output: EndedSession.extend(redactedSecrets),
  },
  session_get_context: {
    title: 'Context of a session',
    description:
      'Read again what matters at the start of a session: conventions and decisions of its project and branch, what was left open, and what is new since the session before. Use after your context was cut or compacted. For a question use memory_search.',
    transports: BOTH,
    scope: 'read',
    rate: 'read',
    hints: READS,
    input: z.object({
      session_id: text().describe('From session_start.'),
      max_memories: count({ max: 100, default: 10 }),
      task,
    }),
    output: SessionContext,
  },
} as const satisfies Record<string, ToolRow>;
