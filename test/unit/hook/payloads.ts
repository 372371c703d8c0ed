import type { HostId } from '@memory/hook';
import type { EventKind } from '../../../packages/hook/src/capture/captured-event.ts';

/** What a host sends for an event, by its documentation or source, and what we make of it. */
export interface HostPayload {
  host: HostId;
  event: string;
  /** Sets it apart from others of the event. */
  about?: string;
  payload: Record<string, unknown>;
  /** Lines of the transcript that the payload's `TRANSCRIPT` stands for. */
  transcript?: readonly object[];
  /** What is spooled; null: nothing. */
  captured: {
    kind: EventKind;
    text?: string;
    output?: string;
    exitCode?: number;
    files?: string[];
    tool?: string;
  } | null;
  /** The host reads context here. */
  takesContext: boolean;
}

/** Stands for the folder of the project. */
export const ROOT = 'ROOT';
export const TRANSCRIPT = 'TRANSCRIPT';

const DIFF = '- const total = sum;\n+ const total = round(sum);';
const EDIT = {
  file_path: 'ROOT/src/cart.ts',
  old_string: 'const total = sum;',
  new_string: 'const total = round(sum);',
};
const PATCH =
  '*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-const total = sum;\n+const total = round(sum);\n*** Add File: src/round.ts\n+export const round = 1;\n*** End Patch';
const ANSWER = 'Totals are rounded once, at the end.';
const PROMPT = 'Why is the cart total off by one cent?';

const claudeBase = (event: string, extra: Record<string, unknown> = {}) => ({
  session_id: 'c1',
  transcript_path: TRANSCRIPT,
  cwd: ROOT,
  permission_mode: 'default',
  hook_event_name: event,
  ...extra,
});

const claude: HostPayload[] = [
  {
    host: 'claude',
    event: 'SessionStart',
    payload: claudeBase('SessionStart', { source: 'startup', model: 'm' }),
    captured: { kind: 'session_start', text: 'startup' },
    takesContext: true,
  },
  {
    host: 'claude',
    event: 'SessionStart',
    about: 'compact',
    payload: claudeBase('SessionStart', { source: 'compact' }),
    captured: null,
    takesContext: true,
  },
  {
    host: 'claude',
    event: 'UserPromptSubmit',
    payload: claudeBase('UserPromptSubmit', { prompt: PROMPT, prompt_id: 'p1' }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'claude',
    event: 'PreToolUse',
    payload: claudeBase('PreToolUse', { tool_name: 'Edit', tool_input: EDIT, tool_use_id: 't1' }),
    captured: null,
    takesContext: true,
  },
  {
    host: 'claude',
    event: 'PostToolUse',
    payload: claudeBase('PostToolUse', {
      tool_name: 'Edit',
      tool_input: EDIT,
      tool_response: { filePath: 'ROOT/src/cart.ts' },
      tool_use_id: 't1',
      duration_ms: 3,
    }),
    captured: { kind: 'edit', text: DIFF, files: ['src/cart.ts'], tool: 'Edit' },
    takesContext: true,
  },
  {
    host: 'claude',
    event: 'PostToolUse',
    about: 'Bash',
    payload: claudeBase('PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_response: { stdout: '3 passed', stderr: '', interrupted: false },
      tool_use_id: 't2',
    }),
    captured: { kind: 'command', text: 'npm test', output: '3 passed' },
    takesContext: true,
  },
  {
    host: 'claude',
    event: 'PostToolUse',
    about: 'Write',
    payload: claudeBase('PostToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: 'ROOT/new.ts', content: 'a\nb' },
      tool_response: {},
      tool_use_id: 't3',
    }),
    captured: { kind: 'edit', text: '+ a\n+ b', files: ['new.ts'] },
    takesContext: true,
  },
  {
    host: 'claude',
    event: 'PostToolUseFailure',
    payload: claudeBase('PostToolUseFailure', {
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      error: 'Exit code 2\n1 failed',
      tool_use_id: 't4',
      is_interrupt: false,
    }),
    captured: { kind: 'command', text: 'npm test', output: 'Exit code 2\n1 failed', exitCode: 2 },
    takesContext: false,
  },
  {
    host: 'claude',
    event: 'PostToolUseFailure',
    about: 'another tool',
    payload: claudeBase('PostToolUseFailure', {
      tool_name: 'WebFetch',
      tool_input: { url: 'x' },
      error: 'getaddrinfo ENOTFOUND',
      tool_use_id: 't5',
    }),
    captured: { kind: 'failure', text: 'getaddrinfo ENOTFOUND', tool: 'WebFetch' },
    takesContext: false,
  },
  {
    host: 'claude',
    event: 'SubagentStart',
    payload: claudeBase('SubagentStart', { agent_id: 'a1', agent_type: 'Explore' }),
    captured: { kind: 'subagent_start', text: 'Explore' },
    takesContext: true,
  },
  {
    host: 'claude',
    event: 'SubagentStop',
    payload: claudeBase('SubagentStop', {
      agent_id: 'a1',
      agent_type: 'Explore',
      agent_transcript_path: 'x',
      last_assistant_message: ANSWER,
      stop_hook_active: false,
    }),
    captured: { kind: 'subagent_stop', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'claude',
    event: 'PreCompact',
    payload: claudeBase('PreCompact', { trigger: 'manual', custom_instructions: '' }),
    captured: { kind: 'compaction', text: 'manual' },
    takesContext: false,
  },
  {
    host: 'claude',
    event: 'PostCompact',
    payload: claudeBase('PostCompact', { trigger: 'auto', compact_summary: ANSWER }),
    captured: { kind: 'compaction', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'claude',
    event: 'Stop',
    payload: claudeBase('Stop', {
      stop_hook_active: false,
      last_assistant_message: ANSWER,
      background_tasks: [],
    }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'claude',
    event: 'StopFailure',
    payload: claudeBase('StopFailure', { error: 'rate_limit', error_details: 'Too many requests' }),
    captured: { kind: 'failure', text: 'Too many requests' },
    takesContext: false,
  },
  {
    host: 'claude',
    event: 'SessionEnd',
    payload: claudeBase('SessionEnd', { reason: 'logout' }),
    captured: { kind: 'session_end', text: 'logout' },
    takesContext: false,
  },
];

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

const codex: HostPayload[] = [
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

const cursorBase = (event: string, extra: Record<string, unknown> = {}) => ({
  conversation_id: 'k1',
  generation_id: 'g1',
  model: 'm',
  hook_event_name: event,
  cursor_version: '2.4.0',
  workspace_roots: [ROOT],
  user_email: null,
  transcript_path: null,
  ...extra,
});

const cursor: HostPayload[] = [
  {
    host: 'cursor',
    event: 'sessionStart',
    payload: cursorBase('sessionStart', { session_id: 'k1', is_background_agent: false }),
    captured: { kind: 'session_start' },
    takesContext: true,
  },
  {
    host: 'cursor',
    event: 'beforeSubmitPrompt',
    payload: cursorBase('beforeSubmitPrompt', {
      prompt: PROMPT,
      attachments: [{ type: 'file', file_path: 'a' }],
    }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: false,
  },
  {
    host: 'cursor',
    event: 'postToolUse',
    payload: cursorBase('postToolUse', {
      tool_name: 'Write',
      tool_input: EDIT,
      tool_use_id: 'w1',
      tool_output: '{"ok":true}',
      duration: 4,
    }),
    captured: { kind: 'edit', text: DIFF, files: ['src/cart.ts'] },
    takesContext: true,
  },
  {
    host: 'cursor',
    event: 'postToolUse',
    about: 'Shell',
    payload: cursorBase('postToolUse', {
      tool_name: 'Shell',
      tool_input: { command: 'npm test' },
      tool_use_id: 'w2',
      tool_output: '{"exitCode":1,"stdout":"1 failed","stderr":""}',
    }),
    captured: { kind: 'command', text: 'npm test', output: '1 failed', exitCode: 1 },
    takesContext: true,
  },
  {
    host: 'cursor',
    event: 'postToolUse',
    about: 'Read',
    payload: cursorBase('postToolUse', {
      tool_name: 'Read',
      tool_input: { path: 'ROOT/src/cart.ts' },
      tool_use_id: 'w3',
      tool_output: '{}',
    }),
    captured: null,
    takesContext: true,
  },
  {
    host: 'cursor',
    event: 'postToolUseFailure',
    payload: cursorBase('postToolUseFailure', {
      tool_name: 'Shell',
      tool_input: { command: 'npm run x' },
      tool_use_id: 'w4',
      error_message: 'timed out',
      failure_type: 'timeout',
    }),
    captured: { kind: 'command', text: 'npm run x', exitCode: 1 },
    takesContext: false,
  },
  {
    host: 'cursor',
    event: 'subagentStart',
    payload: cursorBase('subagentStart', {
      subagent_id: 'sub',
      subagent_type: 'explore',
      task: 'Look for totals',
      parent_conversation_id: 'k1',
      git_branch: 'main',
    }),
    captured: { kind: 'subagent_start', text: 'Look for totals' },
    takesContext: false,
  },
  {
    host: 'cursor',
    event: 'subagentStop',
    payload: cursorBase('subagentStop', {
      subagent_type: 'explore',
      summary: ANSWER,
      modified_files: [],
      status: 'completed',
    }),
    captured: { kind: 'subagent_stop', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'cursor',
    event: 'afterAgentResponse',
    payload: cursorBase('afterAgentResponse', { text: ANSWER }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
  {
    host: 'cursor',
    event: 'preCompact',
    payload: cursorBase('preCompact', { trigger: 'auto', context_usage_percent: 90 }),
    captured: { kind: 'compaction' },
    takesContext: false,
  },
  {
    host: 'cursor',
    event: 'stop',
    payload: cursorBase('stop', { status: 'completed', loop_count: 0 }),
    captured: null,
    takesContext: false,
  },
  {
    host: 'cursor',
    event: 'sessionEnd',
    payload: cursorBase('sessionEnd', {
      session_id: 'k1',
      reason: 'completed',
      duration_ms: 3,
      final_status: 'completed',
    }),
    captured: { kind: 'session_end' },
    takesContext: false,
  },
];

const vscodeBase = (event: string, extra: Record<string, unknown> = {}) => ({
  timestamp: '2026-11-22T04:00:00.000Z',
  cwd: ROOT,
  sessionId: 'v1',
  hookEventName: event,
  transcript_path: TRANSCRIPT,
  ...extra,
});

const vscode: HostPayload[] = [
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

const copilotBase = (extra: Record<string, unknown> = {}) => ({
  sessionId: 'p1',
  timestamp: 1_763_784_000_000,
  cwd: ROOT,
  ...extra,
});

const copilot: HostPayload[] = [
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

const geminiBase = (event: string, extra: Record<string, unknown> = {}) => ({
  session_id: 'm1',
  transcript_path: 'x',
  cwd: ROOT,
  hook_event_name: event,
  timestamp: '2026-11-22T04:00:00.000Z',
  ...extra,
});

const gemini: HostPayload[] = [
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

const antigravityBase = (extra: Record<string, unknown> = {}) => ({
  conversationId: 'y1',
  workspacePaths: [ROOT],
  transcriptPath: TRANSCRIPT,
  artifactDirectoryPath: 'x',
  modelName: 'm',
  ...extra,
});

const antigravity: HostPayload[] = [
  {
    host: 'antigravity',
    event: 'PreInvocation',
    payload: antigravityBase({ invocationNum: 1, initialNumSteps: 1 }),
    transcript: [{ type: 'USER_INPUT', content: PROMPT }],
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'antigravity',
    event: 'PostToolUse',
    payload: antigravityBase({
      toolCall: { name: 'run_command', args: { CommandLine: 'npm test', Cwd: ROOT } },
      stepIdx: 4,
    }),
    captured: { kind: 'command', text: 'npm test' },
    takesContext: false,
  },
  {
    host: 'antigravity',
    event: 'Stop',
    payload: antigravityBase({ executionNum: 1, terminationReason: 'done', fullyIdle: true }),
    transcript: [{ role: 'model', parts: [{ text: ANSWER }] }],
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
];

const windsurfBase = (event: string, info: Record<string, unknown>) => ({
  agent_action_name: event,
  trajectory_id: 'd1',
  execution_id: 'e1',
  timestamp: '2026-11-22T04:00:00Z',
  model_name: 'm',
  tool_info: info,
});

const windsurf: HostPayload[] = [
  {
    host: 'windsurf',
    event: 'pre_user_prompt',
    payload: windsurfBase('pre_user_prompt', { user_prompt: PROMPT }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: false,
  },
  {
    host: 'windsurf',
    event: 'post_write_code',
    payload: windsurfBase('post_write_code', {
      file_path: 'ROOT/src/cart.ts',
      edits: [{ old_string: 'const total = sum;', new_string: 'const total = round(sum);' }],
    }),
    captured: { kind: 'edit', text: DIFF, files: ['src/cart.ts'] },
    takesContext: false,
  },
  {
    host: 'windsurf',
    event: 'post_run_command',
    payload: windsurfBase('post_run_command', { command_line: 'npm test', cwd: ROOT }),
    captured: { kind: 'command', text: 'npm test' },
    takesContext: false,
  },
  {
    host: 'windsurf',
    event: 'post_cascade_response',
    payload: windsurfBase('post_cascade_response', { response: ANSWER }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
];

const devinBase = (event: string, extra: Record<string, unknown> = {}) => ({
  hook_event_name: event,
  session_id: 'n1',
  prompt_id: 'np',
  ...extra,
});

const devin: HostPayload[] = [
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
      tool_response: { output: '3 passed', exit_code: 0 },
      tool_use_id: 'q1',
    }),
    captured: { kind: 'command', text: 'npm test', output: '3 passed', exitCode: 0 },
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

const cline: HostPayload[] = [
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
    payload: clineBase('TaskResume', { taskMetadata: {}, previousState: {} }),
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

const droidBase = (event: string, extra: Record<string, unknown> = {}) => ({
  session_id: 'f1',
  transcript_path: TRANSCRIPT,
  cwd: ROOT,
  permission_mode: 'off',
  hook_event_name: event,
  ...extra,
});

const droid: HostPayload[] = [
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

const kiro: HostPayload[] = [
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

const gooseBase = (event: string, extra: Record<string, unknown> = {}) => ({
  event,
  session_id: 'o1',
  matcher_context: '',
  ...extra,
});

const goose: HostPayload[] = [
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

const pluginBase = (extra: Record<string, unknown> = {}) => ({ session: 'ses1', directory: ROOT, ...extra });

const amp: HostPayload[] = [
  {
    host: 'amp',
    event: 'agent.start',
    payload: pluginBase({ turn: 'm1', text: PROMPT, first: true }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'amp',
    event: 'tool.result',
    payload: pluginBase({
      call: 'c1',
      tool: 'Bash',
      input: { cmd: 'npm test' },
      output: { output: '3 passed', exitCode: 0 },
    }),
    captured: { kind: 'command', text: 'npm test', output: '3 passed', exitCode: 0 },
    takesContext: true,
  },
  {
    host: 'amp',
    event: 'agent.end',
    payload: pluginBase({ turn: 'm1', text: ANSWER }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: true,
  },
];

const opencode: HostPayload[] = [
  {
    host: 'opencode',
    event: 'chat.message',
    payload: pluginBase({ turn: 'msg1', text: PROMPT, first: false }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'opencode',
    event: 'tool.execute.after',
    payload: pluginBase({
      call: 'c1',
      tool: 'edit',
      input: {
        filePath: 'ROOT/src/cart.ts',
        oldString: 'const total = sum;',
        newString: 'const total = round(sum);',
      },
      output: { output: 'ok', metadata: {} },
    }),
    captured: { kind: 'edit', text: DIFF, files: ['src/cart.ts'] },
    takesContext: true,
  },
  {
    host: 'opencode',
    event: 'tool.execute.after',
    about: 'bash',
    payload: pluginBase({
      call: 'c2',
      tool: 'bash',
      input: { command: 'npm test' },
      output: { output: '1 failed', metadata: { exit: 1 } },
    }),
    captured: { kind: 'command', text: 'npm test', output: '1 failed', exitCode: 1 },
    takesContext: true,
  },
  {
    host: 'opencode',
    event: 'session.compacting',
    payload: pluginBase(),
    captured: { kind: 'compaction' },
    takesContext: true,
  },
  {
    host: 'opencode',
    event: 'session.idle',
    payload: pluginBase({ text: ANSWER, turn: 'msg2' }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: true,
  },
];

export const payloads: readonly HostPayload[] = [
  ...claude,
  ...codex,
  ...cursor,
  ...vscode,
  ...copilot,
  ...gemini,
  ...antigravity,
  ...windsurf,
  ...devin,
  ...cline,
  ...droid,
  ...kiro,
  ...goose,
  ...amp,
  ...opencode,
];
