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

/** An event that a host waits for, since something may be said then. */
const answered = (event: string, matcher?: string): HostEvent => ({
  event,
  ...(matcher !== undefined && { matcher }),
  timeoutS: PATIENT_S,
});
const noted = (event: string, matcher?: string): HostEvent => ({
  ...answered(event, matcher),
  timeoutS: SHORT_S,
});
const answeredEach = (...events: string[]): HostEvent[] => events.map((event) => answered(event));
const notedEach = (...events: string[]): HostEvent[] => events.map((event) => noted(event));

const STARTS = 'startup|resume|clear|compact|fork';

export const isHostId = (agent: string): agent is HostId => Object.hasOwn(HOSTS, agent);

/**
 * The events that we register, by host. What a host offers beside them tells nothing new (`PostToolBatch`), comes twice
 * (`afterFileEdit` beside `postToolUse`), or disturbs the user (`Stop` of Kiro asks for a confirmation).
 */
export const HOSTS: Readonly<Record<HostId, HostEntry>> = {
  claude: {
    name: 'Claude Code',
    events: [
      answered('SessionStart', STARTS),
      answered('UserPromptSubmit'),
      noted('PreToolUse', 'Edit|MultiEdit|Write|NotebookEdit'),
      noted('PostToolUse', 'Edit|MultiEdit|Write|NotebookEdit|Bash|PowerShell'),
      noted('PostToolUseFailure'),
      answered('SubagentStart'),
      ...notedEach('SubagentStop', 'PreCompact', 'PostCompact', 'Stop', 'StopFailure', 'SessionEnd'),
    ],
  },
  codex: {
    name: 'Codex',
    events: [
      answered('SessionStart', STARTS),
      answered('UserPromptSubmit'),
      noted('PreToolUse', 'apply_patch'),
      noted('PostToolUse', 'Bash|apply_patch'),
      answered('SubagentStart'),
      ...notedEach('SubagentStop', 'PreCompact', 'Stop'),
      // More than 3 seconds is refused.
      { event: 'SessionEnd', timeoutS: 3 },
    ],
  },
  cursor: {
    name: 'Cursor',
    events: [
      answered('sessionStart'),
      noted('beforeSubmitPrompt'),
      answered('postToolUse'),
      ...notedEach(
        'postToolUseFailure',
        'subagentStart',
        'subagentStop',
        'afterAgentResponse',
        'preCompact',
        'stop',
        'sessionEnd',
      ),
    ],
  },
  vscode: {
    name: 'VS Code Copilot',
    // Its matchers are read and passed over, so that every tool starts the program.
    events: [
      answered('SessionStart'),
      noted('UserPromptSubmit'),
      ...answeredEach('PostToolUse', 'SubagentStart'),
      ...notedEach('SubagentStop', 'PreCompact', 'Stop'),
    ],
  },
  copilot: {
    name: 'Copilot CLI',
    events: [
      answered('sessionStart'),
      noted('userPromptSubmitted'),
      answered('postToolUse'),
      noted('postToolUseFailure'),
      answered('subagentStart'),
      ...notedEach('subagentStop', 'preCompact', 'errorOccurred', 'agentStop', 'sessionEnd'),
    ],
  },
  gemini: {
    name: 'Gemini CLI',
    events: [
      ...answeredEach('SessionStart', 'BeforeAgent', 'AfterTool'),
      ...notedEach('AfterAgent', 'PreCompress', 'SessionEnd'),
    ],
  },
  antigravity: {
    name: 'Antigravity',
    events: [answered('PreInvocation'), noted('PostToolUse', '*'), noted('Stop')],
  },
  windsurf: {
    name: 'Windsurf and Devin Desktop',
    // It has no key for a time limit.
    events: [...notedEach('pre_user_prompt', 'post_write_code', 'post_run_command', 'post_cascade_response')],
  },
  devin: {
    name: 'Devin CLI',
    events: [
      ...answeredEach('SessionStart', 'UserPromptSubmit'),
      answered('PostToolUse', 'exec|edit|write|apply_patch'),
      ...notedEach('Stop', 'SessionEnd'),
    ],
  },
  cline: {
    name: 'Cline',
    // A file an event, of its name; there is no key for a time limit.
    events: [
      ...answeredEach('TaskStart', 'TaskResume', 'UserPromptSubmit'),
      ...notedEach('PreToolUse', 'PostToolUse', 'PreCompact', 'TaskComplete', 'TaskCancel'),
    ],
  },
  droid: {
    name: 'Factory droid',
    events: [
      ...answeredEach('SessionStart', 'UserPromptSubmit'),
      answered('PostToolUse', 'Create|Edit|MultiEdit|ApplyPatch|Execute'),
      ...notedEach('SubagentStop', 'PreCompact', 'Stop', 'SessionEnd'),
    ],
  },
  kiro: {
    name: 'Kiro',
    events: [...answeredEach('SessionStart', 'UserPromptSubmit'), noted('PostToolUse')],
  },
  goose: {
    name: 'Goose',
    events: [
      ...notedEach(
        'SessionStart',
        'UserPromptSubmit',
        'PostToolUse',
        'PostToolUseFailure',
        'Stop',
        'SessionEnd',
      ),
    ],
  },
  amp: {
    name: 'Amp',
    // Raised by our plugin file.
    events: [answered('agent.start'), ...notedEach('tool.result', 'agent.end')],
  },
  opencode: {
    name: 'OpenCode',
    // Raised by our plugin file.
    events: [
      answered('chat.message'),
      noted('tool.execute.after'),
      answered('session.compacting'),
      noted('session.idle'),
    ],
  },
};
