import { ROOT, TRANSCRIPT, DIFF, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

const copilotBase = (extra: Record<string, unknown> = {}) => ({
  sessionId: 'p1',
  timestamp: 1_763_784_000_000,
  cwd: ROOT,
  ...extra,
});

export const copilot: HostPayload[] = [
  {
    host: 'copilot',
    event: 'sessionStart',
    payload: copilotBase({ source: 'new', initialPrompt: PROMPT }),
    captured: { kind: 'session_start', text: 'new' },
    takesContext: true,
  },
  {
    host: 'copilot',
    event: 'userPromptSubmitted',
    payload: copilotBase({ prompt: PROMPT }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: false,
  },
  {
    host: 'copilot',
    event: 'postToolUse',
    payload: copilotBase({
      toolName: 'edit',
      toolArgs:
        '{"path":"ROOT/src/cart.ts","old_str":"const total = sum;","new_str":"const total = round(sum);"}',
      toolResult: { resultType: 'success', textResultForLlm: 'ok' },
    }),
    captured: { kind: 'edit', text: DIFF, files: ['src/cart.ts'] },
    takesContext: true,
  },
  {
    host: 'copilot',
    event: 'postToolUse',
    about: 'bash',
    payload: copilotBase({
      toolName: 'bash',
      toolArgs: { command: 'npm test' },
      toolResult: { resultType: 'success', textResultForLlm: '3 passed\n<exited with exit code 0>' },
    }),
    captured: {
      kind: 'command',
      text: 'npm test',
      output: '3 passed\n<exited with exit code 0>',
      exitCode: 0,
    },
    takesContext: true,
  },
  {
    host: 'copilot',
    event: 'postToolUseFailure',
    payload: copilotBase({ toolName: 'bash', toolArgs: { command: 'npm test' }, error: 'boom' }),
    captured: { kind: 'command', text: 'npm test', output: 'boom', exitCode: 1 },
    takesContext: false,
  },
  {
    host: 'copilot',
    event: 'subagentStart',
    payload: copilotBase({ agentName: 'explore' }),
    captured: { kind: 'subagent_start', text: 'explore' },
    takesContext: true,
  },
  {
    host: 'copilot',
    event: 'subagentStop',
    payload: copilotBase({ agentName: 'explore' }),
    captured: null,
    takesContext: false,
  },
  {
    host: 'copilot',
    event: 'preCompact',
    payload: copilotBase({ trigger: 'manual', customInstructions: '' }),
    captured: { kind: 'compaction' },
    takesContext: false,
  },
  {
    host: 'copilot',
    event: 'errorOccurred',
    payload: copilotBase({ error: { name: 'ModelError', message: 'overloaded' } }),
    captured: { kind: 'failure', text: 'overloaded' },
    takesContext: false,
  },
  {
    host: 'copilot',
    event: 'agentStop',
    payload: copilotBase({ transcriptPath: TRANSCRIPT, stopReason: 'end_turn', stop_hook_active: false }),
    transcript: [{ type: 'assistant.message', data: { content: ANSWER } }],
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'copilot',
    event: 'sessionEnd',
    payload: copilotBase({ reason: 'complete' }),
    captured: { kind: 'session_end' },
    takesContext: false,
  },
];
