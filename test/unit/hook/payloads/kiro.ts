import { ROOT, PROMPT, type HostPayload } from './host-payload.ts';

export const kiro: HostPayload[] = [
  {
    host: 'kiro',
    event: 'SessionStart',
    payload: { hook_event_name: 'SessionStart', cwd: ROOT },
    captured: { kind: 'session_start' },
    takesContext: true,
  },
  {
    host: 'kiro',
    event: 'UserPromptSubmit',
    payload: { hook_event_name: 'userPromptSubmit', cwd: ROOT, prompt: PROMPT },
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'kiro',
    event: 'PostToolUse',
    payload: {
      hook_event_name: 'postToolUse',
      cwd: ROOT,
      tool_name: 'fs_write',
      tool_input: { command: 'create', path: 'ROOT/new.ts', file_text: 'a' },
      tool_response: { success: true },
    },
    captured: { kind: 'edit', text: '+ a', files: ['new.ts'] },
    takesContext: false,
  },
];
