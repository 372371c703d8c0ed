import { ROOT, PATCH, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

const codexBase = (event: string, extra: Record<string, unknown> = {}) => ({
  session_id: 'x1',
  transcript_path: null,
  cwd: ROOT,
  hook_event_name: event,
  model: 'gpt',
  ...extra,
});

const codexTurn = (event: string, extra: Record<string, unknown>) =>
  codexBase(event, { turn_id: 'turn1', permission_mode: 'default', ...extra });

export const codex: HostPayload[] = [
  {
    host: 'codex',
    event: 'SessionStart',
    payload: codexBase('SessionStart', { source: 'resume' }),
    captured: { kind: 'session_start', text: 'resume' },
    takesContext: true,
  },
  {
    host: 'codex',
    event: 'UserPromptSubmit',
    payload: codexTurn('UserPromptSubmit', { prompt: PROMPT }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'codex',
    event: 'PreToolUse',
    payload: codexTurn('PreToolUse', {
      tool_name: 'apply_patch',
      tool_input: { command: PATCH },
      tool_use_id: 'u1',
    }),
    captured: null,
    takesContext: true,
  },
  {
    host: 'codex',
    event: 'PostToolUse',
    payload: codexTurn('PostToolUse', {
      tool_name: 'apply_patch',
      tool_input: { command: PATCH },
      tool_response: 'Done!',
      tool_use_id: 'u1',
    }),
    captured: { kind: 'edit', text: PATCH, files: ['src/cart.ts', 'src/round.ts'] },
    takesContext: true,
  },
  {
    host: 'codex',
    event: 'PostToolUse',
    about: 'Bash',
    payload: codexTurn('PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_response: 'Exit code: 1\nWall time: 2 s\nOutput:\n1 failed',
      tool_use_id: 'u2',
    }),
    captured: { kind: 'command', text: 'npm test', exitCode: 1 },
    takesContext: true,
  },
  {
    host: 'codex',
    event: 'SubagentStart',
    payload: codexBase('SubagentStart', { agent_id: 'a', agent_type: 'worker' }),
    captured: { kind: 'subagent_start', text: 'worker' },
    takesContext: true,
  },
  {
    host: 'codex',
    event: 'SubagentStop',
    payload: codexTurn('SubagentStop', {
      agent_id: 'a',
      agent_type: 'worker',
      agent_transcript_path: null,
      stop_hook_active: false,
      last_assistant_message: ANSWER,
    }),
    captured: { kind: 'subagent_stop', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'codex',
    event: 'PreCompact',
    payload: codexTurn('PreCompact', { trigger: 'auto' }),
    captured: { kind: 'compaction', text: 'auto' },
    takesContext: false,
  },
  {
    host: 'codex',
    event: 'Stop',
    payload: codexTurn('Stop', { stop_hook_active: false, last_assistant_message: ANSWER }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'codex',
    event: 'Stop',
    about: 'without words',
    payload: codexTurn('Stop', { stop_hook_active: false, last_assistant_message: null }),
    captured: null,
    takesContext: false,
  },
  {
    host: 'codex',
    event: 'SessionEnd',
    payload: codexBase('SessionEnd', { reason: 'other' }),
    captured: { kind: 'session_end', text: 'other' },
    takesContext: false,
  },
];
