import { ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

const devinBase = (event: string, extra: Record<string, unknown> = {}) => ({
  hook_event_name: event,
  session_id: 'n1',
  prompt_id: 'np',
  ...extra,
});

export const devin: HostPayload[] = [
  {
    host: 'devin',
    event: 'SessionStart',
    payload: devinBase('SessionStart', { source: 'startup' }),
    captured: { kind: 'session_start' },
    takesContext: true,
  },
  {
    host: 'devin',
    event: 'UserPromptSubmit',
    payload: devinBase('UserPromptSubmit', { prompt: PROMPT }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'devin',
    event: 'PostToolUse',
    payload: devinBase('PostToolUse', {
      tool_name: 'exec',
      tool_input: { command: 'npm test' },
      tool_response: { success: false, output: '', error: '1 failed' },
    }),
    captured: { kind: 'command', text: 'npm test', output: '1 failed', exitCode: 1 },
    takesContext: true,
  },
  {
    host: 'devin',
    event: 'Stop',
    payload: devinBase('Stop', { last_assistant_message: ANSWER }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'devin',
    event: 'SessionEnd',
    payload: devinBase('SessionEnd', { reason: 'other' }),
    captured: { kind: 'session_end' },
    takesContext: false,
  },
];
