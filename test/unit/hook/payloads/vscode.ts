import { ROOT, TRANSCRIPT, DIFF, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

const vscodeBase = (event: string, extra: Record<string, unknown> = {}) => ({
  timestamp: '2026-11-22T04:00:00.000Z',
  cwd: ROOT,
  sessionId: 'v1',
  hookEventName: event,
  transcript_path: TRANSCRIPT,
  ...extra,
});

export const vscode: HostPayload[] = [
  {
    host: 'vscode',
    event: 'SessionStart',
    payload: vscodeBase('SessionStart', { source: 'new' }),
    captured: { kind: 'session_start', text: 'new' },
    takesContext: true,
  },
  {
    host: 'vscode',
    event: 'UserPromptSubmit',
    payload: vscodeBase('UserPromptSubmit', { prompt: PROMPT }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: false,
  },
  {
    host: 'vscode',
    event: 'PostToolUse',
    payload: vscodeBase('PostToolUse', {
      tool_name: 'replace_string_in_file',
      tool_input: {
        filePath: 'ROOT/src/cart.ts',
        oldString: 'const total = sum;',
        newString: 'const total = round(sum);',
      },
      tool_use_id: 'z1',
      tool_response: 'ok',
    }),
    captured: { kind: 'edit', text: DIFF, files: ['src/cart.ts'] },
    takesContext: true,
  },
  {
    host: 'vscode',
    event: 'PostToolUse',
    about: 'terminal',
    payload: vscodeBase('PostToolUse', {
      tool_name: 'run_in_terminal',
      tool_input: { command: 'npm test', explanation: 'x' },
      tool_use_id: 'z2',
      tool_response: '3 passed',
    }),
    captured: { kind: 'command', text: 'npm test', output: '3 passed' },
    takesContext: true,
  },
  {
    host: 'vscode',
    event: 'SubagentStart',
    payload: vscodeBase('SubagentStart', { agent_id: 'a', agent_type: 'Plan' }),
    captured: { kind: 'subagent_start', text: 'Plan' },
    takesContext: true,
  },
  {
    host: 'vscode',
    event: 'SubagentStop',
    payload: vscodeBase('SubagentStop', { agent_id: 'a', agent_type: 'Plan', stop_hook_active: false }),
    captured: null,
    takesContext: false,
  },
  {
    host: 'vscode',
    event: 'PreCompact',
    payload: vscodeBase('PreCompact', { trigger: 'auto' }),
    captured: { kind: 'compaction' },
    takesContext: false,
  },
  {
    host: 'vscode',
    event: 'Stop',
    payload: vscodeBase('Stop', { stop_hook_active: false }),
    transcript: [
      { type: 'user.message', data: { content: PROMPT } },
      { type: 'assistant.message', data: { content: ANSWER } },
      { type: 'assistant.turn_end', data: {} },
    ],
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
];
