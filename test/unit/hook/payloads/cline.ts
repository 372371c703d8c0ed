import { ROOT, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

const clineBase = (event: string, about: Record<string, unknown>) => ({
  clineVersion: '3.40.0',
  hookName: event,
  timestamp: '1763784000000',
  taskId: 'task1',
  workspaceRoots: [ROOT],
  userId: 'u',
  model: { provider: 'p', slug: 's' },
  [event.charAt(0).toLowerCase() + event.slice(1)]: about,
});

export const cline: HostPayload[] = [
  {
    host: 'cline',
    event: 'TaskStart',
    payload: clineBase('TaskStart', { taskMetadata: { taskId: 'task1', ulid: 'u', initialTask: PROMPT } }),
    captured: { kind: 'session_start' },
    takesContext: true,
  },
  {
    host: 'cline',
    event: 'TaskResume',
    // As its documentation writes it: one path in place of the roots.
    payload: {
      ...clineBase('TaskResume', { taskMetadata: {}, previousState: {} }),
      workspaceRoots: undefined,
      workspacePath: ROOT,
    },
    captured: { kind: 'session_start', text: 'resume' },
    takesContext: true,
  },
  {
    host: 'cline',
    event: 'UserPromptSubmit',
    payload: clineBase('UserPromptSubmit', { prompt: PROMPT, attachments: [] }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'cline',
    event: 'PreToolUse',
    payload: clineBase('PreToolUse', {
      toolName: 'replace_in_file',
      parameters: { path: 'src/cart.ts', diff: 'x' },
    }),
    captured: null,
    takesContext: true,
  },
  {
    host: 'cline',
    event: 'PostToolUse',
    payload: clineBase('PostToolUse', {
      toolName: 'execute_command',
      parameters: { command: 'npm test' },
      result: '1 failed',
      success: false,
      executionTimeMs: 4,
    }),
    captured: { kind: 'command', text: 'npm test', output: '1 failed', exitCode: 1 },
    takesContext: true,
  },
  {
    host: 'cline',
    event: 'PreCompact',
    payload: clineBase('PreCompact', { contextSize: 9, messagesToCompact: 3, compactionStrategy: 'summary' }),
    captured: { kind: 'compaction', text: 'summary' },
    takesContext: true,
  },
  {
    host: 'cline',
    event: 'TaskComplete',
    payload: clineBase('TaskComplete', { taskMetadata: { taskId: 'task1', result: ANSWER } }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: true,
  },
  {
    host: 'cline',
    event: 'TaskCancel',
    payload: clineBase('TaskCancel', { taskMetadata: {} }),
    captured: { kind: 'session_end' },
    takesContext: true,
  },
];
