import { ROOT, TRANSCRIPT, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

const droidBase = (event: string, extra: Record<string, unknown> = {}) => ({
  session_id: 'f1',
  transcript_path: TRANSCRIPT,
  cwd: ROOT,
  permission_mode: 'off',
  hook_event_name: event,
  ...extra,
});

export const droid: HostPayload[] = [
  {
    host: 'droid',
    event: 'SessionStart',
    payload: droidBase('SessionStart', { source: 'startup' }),
    captured: { kind: 'session_start' },
    takesContext: true,
  },
  {
    host: 'droid',
    event: 'UserPromptSubmit',
    payload: droidBase('UserPromptSubmit', { prompt: PROMPT }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'droid',
    event: 'PostToolUse',
    payload: droidBase('PostToolUse', {
      tool_name: 'Execute',
      tool_input: { command: 'npm test' },
      tool_response: { stdout: '3 passed' },
    }),
    captured: { kind: 'command', text: 'npm test', output: '3 passed' },
    takesContext: true,
  },
  {
    host: 'droid',
    event: 'SubagentStop',
    payload: droidBase('SubagentStop', { stop_hook_active: false }),
    captured: null,
    takesContext: false,
  },
  {
    host: 'droid',
    event: 'PreCompact',
    payload: droidBase('PreCompact', { trigger: 'auto' }),
    captured: { kind: 'compaction' },
    takesContext: false,
  },
  {
    host: 'droid',
    event: 'Stop',
    payload: droidBase('Stop', { stop_hook_active: false, tool_execution_count: 2, elapsed_time: 9 }),
    transcript: [
      { type: 'message', message: { role: 'assistant', content: [{ type: 'text', text: ANSWER }] } },
    ],
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'droid',
    event: 'SessionEnd',
    payload: droidBase('SessionEnd', { reason: 'exit' }),
    captured: { kind: 'session_end' },
    takesContext: false,
  },
];
