import { ROOT, DIFF, EDIT, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

const geminiBase = (event: string, extra: Record<string, unknown> = {}) => ({
  session_id: 'm1',
  transcript_path: 'x',
  cwd: ROOT,
  hook_event_name: event,
  timestamp: '2026-11-22T04:00:00.000Z',
  ...extra,
});

export const gemini: HostPayload[] = [
  {
    host: 'gemini',
    event: 'SessionStart',
    payload: geminiBase('SessionStart', { source: 'startup' }),
    captured: { kind: 'session_start' },
    takesContext: true,
  },
  {
    host: 'gemini',
    event: 'BeforeAgent',
    payload: geminiBase('BeforeAgent', { prompt: PROMPT }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'gemini',
    event: 'AfterTool',
    payload: geminiBase('AfterTool', {
      tool_name: 'replace',
      tool_input: EDIT,
      tool_response: { llmContent: 'ok', returnDisplay: 'ok' },
    }),
    captured: { kind: 'edit', text: DIFF, files: ['src/cart.ts'] },
    takesContext: true,
  },
  {
    host: 'gemini',
    event: 'AfterTool',
    about: 'shell',
    payload: geminiBase('AfterTool', {
      tool_name: 'run_shell_command',
      tool_input: { command: 'npm test' },
      tool_response: { llmContent: 'Command: npm test\nExit Code: 1\nOutput: 1 failed', returnDisplay: 'x' },
    }),
    captured: { kind: 'command', text: 'npm test', exitCode: 1 },
    takesContext: true,
  },
  {
    host: 'gemini',
    event: 'AfterAgent',
    payload: geminiBase('AfterAgent', { prompt: PROMPT, prompt_response: ANSWER, stop_hook_active: false }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'gemini',
    event: 'PreCompress',
    payload: geminiBase('PreCompress', { trigger: 'auto' }),
    captured: { kind: 'compaction' },
    takesContext: false,
  },
  {
    host: 'gemini',
    event: 'SessionEnd',
    payload: geminiBase('SessionEnd', { reason: 'exit' }),
    captured: { kind: 'session_end', text: 'exit' },
    takesContext: false,
  },
];
