import type { Host, Reading } from '../host/host.ts';
import { recordOf, textOf, type Payload } from '../host/payload.ts';
import { readTool } from '../host/read-tool.ts';
import { lastAnswer } from '../host/transcript.ts';

/** Names of events and fields that most hosts took over from Claude Code. */
export function readClaudeLike(payload: Payload, event: string): Reading {
  const base: Reading = {
    session: textOf(payload, 'session_id', 'sessionId'),
    call: textOf(payload, 'tool_use_id', 'toolUseId'),
    turn: textOf(payload, 'turn_id', 'prompt_id', 'generation_id'),
    directory: textOf(payload, 'cwd'),
  };
  const tool = () => ({
    tool: textOf(payload, 'tool_name', 'toolName') ?? '',
    input: recordOf(payload, 'tool_input', 'toolInput'),
    response: payload['tool_response'] ?? payload['toolResponse'] ?? payload['tool_result'],
  });
  switch (event) {
    case 'SessionStart': {
      const source = textOf(payload, 'source') ?? 'startup';
      if (source === 'compact') return { ...base, wants: 'compacted' };
      return { ...base, kind: 'session_start', text: source, wants: 'start' };
    }
    case 'UserPromptSubmit':
      return { ...base, kind: 'prompt', text: textOf(payload, 'prompt'), wants: 'prompt' };
    case 'PreToolUse':
      return { ...base, ...readTool({ ...tool(), isAhead: true }) };
    case 'PostToolUse':
      return { ...base, ...readTool(tool()) };
    case 'PostToolUseFailure':
      return { ...base, ...readTool({ ...tool(), response: payload['error'], failed: true }) };
    case 'Stop':
      return { ...base, kind: 'answer', text: textOf(payload, 'last_assistant_message') };
    case 'StopFailure':
      return { ...base, kind: 'failure', text: textOf(payload, 'error_details', 'error') };
    case 'SubagentStart':
      return {
        ...base,
        kind: 'subagent_start',
        turn: textOf(payload, 'agent_id'),
        text: textOf(payload, 'agent_type'),
        wants: 'subagent',
      };
    case 'SubagentStop':
      return {
        ...base,
        kind: 'subagent_stop',
        turn: textOf(payload, 'agent_id'),
        tool: textOf(payload, 'agent_type'),
        text: textOf(payload, 'last_assistant_message'),
      };
    case 'PreCompact':
      return { ...base, kind: 'compaction', text: textOf(payload, 'trigger') ?? 'auto' };
    case 'PostCompact':
      return { ...base, kind: 'compaction', text: textOf(payload, 'compact_summary') };
    case 'SessionEnd':
      return { ...base, kind: 'session_end', text: textOf(payload, 'reason') ?? 'other' };
    default:
      return base;
  }
}

/** An answer in Claude Code's form. @param events those that take context; to others nothing is said */
export const answerClaudeLike =
  (events: readonly string[], silence = ''): Host['answer'] =>
  (event, context) =>
    context === undefined || !events.includes(event)
      ? silence
      : JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: context } });

export const claude: Host = {
  read: readClaudeLike,
  answer: answerClaudeLike([
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'SubagentStart',
  ]),
};

/** Unknown keys fail a run here, and a turn's end must answer with JSON or nothing. */
export const codex: Host = { ...claude };

export const devin: Host = {
  read: readClaudeLike,
  answer: answerClaudeLike(['SessionStart', 'UserPromptSubmit', 'PostToolUse']),
};

export const vscode: Host = {
  read: (payload, event) => {
    const reading = readClaudeLike(payload, event);
    return reading.kind === 'answer' && reading.text === undefined
      ? { ...reading, text: lastAnswer(textOf(payload, 'transcript_path', 'transcriptPath')) }
      : reading;
  },
  answer: answerClaudeLike(['SessionStart', 'PostToolUse', 'SubagentStart'], '{}'),
};

/** Its answers stand in the transcript alone, as VS Code's do. */
export const droid: Host = {
  read: vscode.read,
  answer: answerClaudeLike(['SessionStart', 'UserPromptSubmit', 'PostToolUse']),
};

const NAMES: Readonly<Record<string, string>> = {
  agentSpawn: 'SessionStart',
  userPromptSubmit: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  postToolUse: 'PostToolUse',
  stop: 'Stop',
};

/** Printed text is context, as it is. */
export const kiro: Host = {
  read: (payload, event) => readClaudeLike(payload, NAMES[event] ?? event),
  answer: (event, context = '') =>
    ['SessionStart', 'UserPromptSubmit'].includes(NAMES[event] ?? event) ? context : '',
};

/** It only tells; nothing can be said to it. */
export const goose: Host = {
  read: (payload, event) => {
    const reading = readClaudeLike(payload, event);
    return {
      ...reading,
      directory: textOf(payload, 'working_dir') ?? reading.directory,
      ...(event === 'UserPromptSubmit' ? { text: textOf(payload, 'message', 'prompt') } : {}),
    };
  },
  answer: () => '',
};
