import { ROOT, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

const gooseBase = (event: string, extra: Record<string, unknown> = {}) => ({
  event,
  session_id: 'o1',
  matcher_context: '',
  ...extra,
});

export const goose: HostPayload[] = [
  {
    host: 'goose',
    event: 'SessionStart',
    payload: gooseBase('SessionStart'),
    captured: { kind: 'session_start' },
    takesContext: false,
  },
  {
    host: 'goose',
    event: 'UserPromptSubmit',
    payload: gooseBase('UserPromptSubmit', { message: PROMPT }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: false,
  },
  {
    host: 'goose',
    event: 'PostToolUse',
    payload: gooseBase('PostToolUse', {
      tool_name: 'developer__shell',
      tool_input: { command: 'npm test' },
      working_dir: ROOT,
    }),
    captured: { kind: 'command', text: 'npm test' },
    takesContext: false,
  },
  {
    host: 'goose',
    event: 'PostToolUseFailure',
    payload: gooseBase('PostToolUseFailure', {
      tool_name: 'developer__shell',
      tool_input: { command: 'npm test' },
      working_dir: ROOT,
      error: '1 failed',
    }),
    captured: { kind: 'command', text: 'npm test', output: '1 failed', exitCode: 1 },
    takesContext: false,
  },
  {
    host: 'goose',
    event: 'Stop',
    payload: gooseBase('Stop', { last_assistant_message: ANSWER }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'goose',
    event: 'SessionEnd',
    payload: gooseBase('SessionEnd'),
    captured: { kind: 'session_end' },
    takesContext: false,
  },
];
