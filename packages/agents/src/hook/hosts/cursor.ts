import { readClaudeLike } from './claude-like.ts';
import type { Host, Reading } from '../host/host.ts';
import { listOf, recordOf, textOf, type Payload } from '../host/payload.ts';
import { readTool } from '../host/read-tool.ts';

/** Where it runs the hooks of Claude Code's file it may keep their names. */
const NAMES: Readonly<Record<string, string>> = {
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  UserPromptSubmit: 'beforeSubmitPrompt',
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  Stop: 'stop',
  PreCompact: 'preCompact',
};

const nameOf = (event: string): string => NAMES[event] ?? event;

export const cursor: Host = {
  read: (payload, event) => ({
    session: textOf(payload, 'conversation_id', 'session_id'),
    call: textOf(payload, 'tool_use_id'),
    turn: textOf(payload, 'generation_id'),
    directory:
      textOf(payload, 'cwd') ?? listOf(payload['workspace_roots']).find((root) => typeof root === 'string'),
    ...readEvent(payload, nameOf(event)),
  }),
  answer: (event, context) => {
    const name = nameOf(event);
    if (context !== undefined && (name === 'sessionStart' || name === 'postToolUse'))
      return JSON.stringify({ additional_context: context });
    return '{}';
  },
};

function readEvent(payload: Payload, event: string): Reading {
  const call = {
    tool: textOf(payload, 'tool_name') ?? '',
    input: recordOf(payload, 'tool_input'),
    response: payload['tool_output'] ?? payload['tool_response'],
  };
  switch (event) {
    case 'sessionStart':
      return { kind: 'session_start', text: 'startup', wants: 'start' };
    case 'sessionEnd':
      return { kind: 'session_end', text: textOf(payload, 'reason') ?? 'completed' };
    case 'beforeSubmitPrompt':
      return { kind: 'prompt', text: textOf(payload, 'prompt') };
    case 'preToolUse':
      return readTool({ ...call, isAhead: true });
    case 'postToolUse':
      return readTool(call);
    case 'postToolUseFailure':
      return readTool({ ...call, response: textOf(payload, 'error_message'), failed: true });
    case 'subagentStart': {
      const session = textOf(payload, 'parent_conversation_id');
      const turn = textOf(payload, 'subagent_id');
      return {
        ...(session === undefined ? {} : { session, subagent: turn }),
        kind: 'subagent_start',
        turn,
        tool: textOf(payload, 'subagent_type'),
        text: textOf(payload, 'task', 'subagent_type'),
      };
    }
    case 'subagentStop':
      return {
        kind: 'subagent_stop',
        turn: textOf(payload, 'subagent_id', 'generation_id'),
        tool: textOf(payload, 'subagent_type'),
        text: textOf(payload, 'summary'),
      };
    case 'afterAgentResponse':
      return { kind: 'answer', text: textOf(payload, 'text') };
    case 'preCompact':
      return { kind: 'compaction', text: textOf(payload, 'trigger') ?? 'auto' };
    // The answer came with `afterAgentResponse`; where Claude Code's file is run it comes here.
    case 'stop':
      return readClaudeLike(payload, 'Stop').text === undefined
        ? textOf(payload, 'status') === 'error'
          ? { kind: 'failure', text: textOf(payload, 'error_message') }
          : {}
        : { kind: 'answer', text: textOf(payload, 'last_assistant_message') };
    default:
      return {};
  }
}
