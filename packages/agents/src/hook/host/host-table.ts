export interface HostEvent {
  /** The host's own name; it is also the last word of our command line. */
  event: string;
  /** Limits the event to some tools or sources, in the host's own syntax. */
  matcher?: string;
  /** The longest wait of the host, in seconds. Our program ends within 2 of its own accord. */
  timeoutS: number;
}

export interface HostEntry {
  name: string;
  events: readonly HostEvent[];
}

export type HostId =
  | 'claude'
  | 'codex'
  | 'cursor'
  | 'vscode'
  | 'copilot'
  | 'gemini'
  | 'antigravity'
  | 'windsurf'
  | 'devin'
  | 'cline'
  | 'droid'
  | 'kiro'
  | 'goose'
  | 'amp'
  | 'opencode';

/** A machine under load starts Node in seconds, and a host that gives up throws the answer away. */
const PATIENT_S = 10;

/** For events that are only written down. */
const SHORT_S = 5;

const STARTS = 'startup|resume|clear|compact|fork';

/**
 * The events that we register, by host. What a host offers beside them tells nothing new (`PostToolBatch`), comes twice
 * (`afterFileEdit` beside `postToolUse`), or disturbs the user (`Stop` of Kiro asks for a confirmation).
 */
export const isHostId = (agent: string): agent is HostId => Object.hasOwn(HOSTS, agent);

export const HOSTS: Readonly<Record<HostId, HostEntry>> = {
  claude: {
    name: 'Claude Code',
    events: [
      { event: 'SessionStart', matcher: STARTS, timeoutS: PATIENT_S },
      { event: 'UserPromptSubmit', timeoutS: PATIENT_S },
      { event: 'PreToolUse', matcher: 'Edit|MultiEdit|Write|NotebookEdit', timeoutS: SHORT_S },
      {
        event: 'PostToolUse',
        matcher: 'Edit|MultiEdit|Write|NotebookEdit|Bash|PowerShell',
        timeoutS: SHORT_S,
      },
      { event: 'PostToolUseFailure', timeoutS: SHORT_S },
      { event: 'SubagentStart', timeoutS: PATIENT_S },
      { event: 'SubagentStop', timeoutS: SHORT_S },
      { event: 'PreCompact', timeoutS: SHORT_S },
      { event: 'PostCompact', timeoutS: SHORT_S },
      { event: 'Stop', timeoutS: SHORT_S },
      { event: 'StopFailure', timeoutS: SHORT_S },
      { event: 'SessionEnd', timeoutS: SHORT_S },
    ],
  },
  codex: {
    name: 'Codex',
    events: [
      { event: 'SessionStart', matcher: STARTS, timeoutS: PATIENT_S },
      { event: 'UserPromptSubmit', timeoutS: PATIENT_S },
      { event: 'PreToolUse', matcher: 'apply_patch', timeoutS: SHORT_S },
      { event: 'PostToolUse', matcher: 'Bash|apply_patch', timeoutS: SHORT_S },
      { event: 'SubagentStart', timeoutS: PATIENT_S },
      { event: 'SubagentStop', timeoutS: SHORT_S },
      { event: 'PreCompact', timeoutS: SHORT_S },
      { event: 'Stop', timeoutS: SHORT_S },
      // More than 3 seconds is refused.
      { event: 'SessionEnd', timeoutS: 3 },
    ],
  },
  cursor: {
    name: 'Cursor',
    events: [
      { event: 'sessionStart', timeoutS: PATIENT_S },
      { event: 'beforeSubmitPrompt', timeoutS: SHORT_S },
      { event: 'postToolUse', timeoutS: PATIENT_S },
      { event: 'postToolUseFailure', timeoutS: SHORT_S },
      { event: 'subagentStart', timeoutS: SHORT_S },
      { event: 'subagentStop', timeoutS: SHORT_S },
      { event: 'afterAgentResponse', timeoutS: SHORT_S },
      { event: 'preCompact', timeoutS: SHORT_S },
      { event: 'stop', timeoutS: SHORT_S },
      { event: 'sessionEnd', timeoutS: SHORT_S },
    ],
  },
  vscode: {
    name: 'VS Code Copilot',
    // Its matchers are read and passed over, so that every tool starts the program.
    events: [
      { event: 'SessionStart', timeoutS: PATIENT_S },
      { event: 'UserPromptSubmit', timeoutS: SHORT_S },
      { event: 'PostToolUse', timeoutS: PATIENT_S },
      { event: 'SubagentStart', timeoutS: PATIENT_S },
      { event: 'SubagentStop', timeoutS: SHORT_S },
      { event: 'PreCompact', timeoutS: SHORT_S },
      { event: 'Stop', timeoutS: SHORT_S },
    ],
  },
  copilot: {
    name: 'Copilot CLI',
    events: [
      { event: 'sessionStart', timeoutS: PATIENT_S },
      { event: 'userPromptSubmitted', timeoutS: SHORT_S },
      { event: 'postToolUse', timeoutS: PATIENT_S },
      { event: 'postToolUseFailure', timeoutS: SHORT_S },
      { event: 'subagentStart', timeoutS: PATIENT_S },
      { event: 'subagentStop', timeoutS: SHORT_S },
      { event: 'preCompact', timeoutS: SHORT_S },
      { event: 'errorOccurred', timeoutS: SHORT_S },
      { event: 'agentStop', timeoutS: SHORT_S },
      { event: 'sessionEnd', timeoutS: SHORT_S },
    ],
  },
  gemini: {
    name: 'Gemini CLI',
    events: [
      { event: 'SessionStart', timeoutS: PATIENT_S },
      { event: 'BeforeAgent', timeoutS: PATIENT_S },
      { event: 'AfterTool', timeoutS: PATIENT_S },
      { event: 'AfterAgent', timeoutS: SHORT_S },
      { event: 'PreCompress', timeoutS: SHORT_S },
      { event: 'SessionEnd', timeoutS: SHORT_S },
    ],
  },
  antigravity: {
    name: 'Antigravity',
    events: [
      { event: 'PreInvocation', timeoutS: PATIENT_S },
      { event: 'PostToolUse', matcher: '*', timeoutS: SHORT_S },
      { event: 'Stop', timeoutS: SHORT_S },
    ],
  },
  windsurf: {
    name: 'Windsurf and Devin Desktop',
    // It has no key for a time limit.
    events: [
      { event: 'pre_user_prompt', timeoutS: SHORT_S },
      { event: 'post_write_code', timeoutS: SHORT_S },
      { event: 'post_run_command', timeoutS: SHORT_S },
      { event: 'post_cascade_response', timeoutS: SHORT_S },
    ],
  },
  devin: {
    name: 'Devin CLI',
    events: [
      { event: 'SessionStart', timeoutS: PATIENT_S },
      { event: 'UserPromptSubmit', timeoutS: PATIENT_S },
      { event: 'PostToolUse', matcher: 'exec|edit|write|apply_patch', timeoutS: PATIENT_S },
      { event: 'Stop', timeoutS: SHORT_S },
      { event: 'SessionEnd', timeoutS: SHORT_S },
    ],
  },
  cline: {
    name: 'Cline',
    // A file an event, of its name; there is no key for a time limit.
    events: [
      { event: 'TaskStart', timeoutS: PATIENT_S },
      { event: 'TaskResume', timeoutS: PATIENT_S },
      { event: 'UserPromptSubmit', timeoutS: PATIENT_S },
      { event: 'PreToolUse', timeoutS: SHORT_S },
      { event: 'PostToolUse', timeoutS: SHORT_S },
      { event: 'PreCompact', timeoutS: SHORT_S },
      { event: 'TaskComplete', timeoutS: SHORT_S },
      { event: 'TaskCancel', timeoutS: SHORT_S },
    ],
  },
  droid: {
    name: 'Factory droid',
    events: [
      { event: 'SessionStart', timeoutS: PATIENT_S },
      { event: 'UserPromptSubmit', timeoutS: PATIENT_S },
      { event: 'PostToolUse', matcher: 'Create|Edit|MultiEdit|ApplyPatch|Execute', timeoutS: PATIENT_S },
      { event: 'SubagentStop', timeoutS: SHORT_S },
      { event: 'PreCompact', timeoutS: SHORT_S },
      { event: 'Stop', timeoutS: SHORT_S },
      { event: 'SessionEnd', timeoutS: SHORT_S },
    ],
  },
  kiro: {
    name: 'Kiro',
    events: [
      { event: 'SessionStart', timeoutS: PATIENT_S },
      { event: 'UserPromptSubmit', timeoutS: PATIENT_S },
      { event: 'PostToolUse', timeoutS: SHORT_S },
    ],
  },
  goose: {
    name: 'Goose',
    events: [
      { event: 'SessionStart', timeoutS: SHORT_S },
      { event: 'UserPromptSubmit', timeoutS: SHORT_S },
      { event: 'PostToolUse', timeoutS: SHORT_S },
      { event: 'PostToolUseFailure', timeoutS: SHORT_S },
      { event: 'Stop', timeoutS: SHORT_S },
      { event: 'SessionEnd', timeoutS: SHORT_S },
    ],
  },
  amp: {
    name: 'Amp',
    // Raised by our plugin file.
    events: [
      { event: 'agent.start', timeoutS: PATIENT_S },
      { event: 'tool.result', timeoutS: SHORT_S },
      { event: 'agent.end', timeoutS: SHORT_S },
    ],
  },
  opencode: {
    name: 'OpenCode',
    // Raised by our plugin file.
    events: [
      { event: 'chat.message', timeoutS: PATIENT_S },
      { event: 'tool.execute.after', timeoutS: SHORT_S },
      { event: 'session.compacting', timeoutS: PATIENT_S },
      { event: 'session.idle', timeoutS: SHORT_S },
    ],
  },
};
