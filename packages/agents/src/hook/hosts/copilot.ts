import type { Host, Reading } from '../host/host.ts';
import { recordOf, textOf, type Payload } from '../host/payload.ts';
import { readTool } from '../host/read-tool.ts';
import { lastAnswer } from '../host/transcript.ts';
import { vscode } from './claude-like.ts';

/** Its own events have names in camelCase; under other names it sends the payloads of VS Code. */
export const copilot: Host = {
  read: (payload, event) => ({
    session: textOf(payload, 'sessionId', 'session_id'),
    call: textOf(payload, 'toolCallId', 'toolUseId'),
    directory: textOf(payload, 'cwd'),
    ...readEvent(payload, event),
  }),
  answer: (event, context) =>
    /^[A-Z]/u.test(event)
      ? vscode.answer(event, context)
      : context !== undefined && ['sessionStart', 'postToolUse', 'subagentStart'].includes(event)
        ? JSON.stringify({ additionalContext: context })
        : '{}',
};

function readEvent(payload: Payload, event: string): Reading {
  const result = recordOf(payload, 'toolResult');
  const call = {
    tool: textOf(payload, 'toolName') ?? '',
    input: recordOf(payload, 'toolArgs'),
    response: payload['toolResult'],
    failed: /^(?:failure|denied|rejected|error)/u.test(textOf(result, 'resultType') ?? ''),
  };
  switch (event) {
    case 'sessionStart':
      return { kind: 'session_start', text: textOf(payload, 'source') ?? 'startup', wants: 'start' };
    case 'userPromptSubmitted':
      return { kind: 'prompt', text: textOf(payload, 'prompt') };
    case 'preToolUse':
      return readTool({ ...call, isAhead: true });
    case 'postToolUse':
      return readTool(call);
    case 'postToolUseFailure':
      return readTool({ ...call, response: errorOf(payload), failed: true });
    case 'subagentStart':
      return { kind: 'subagent_start', text: textOf(payload, 'agentName'), wants: 'subagent' };
    case 'subagentStop':
      return {
        kind: 'subagent_stop',
        tool: textOf(payload, 'agentName'),
        text: textOf(payload, 'lastAssistantMessage'),
      };
    case 'preCompact':
      return { kind: 'compaction', text: textOf(payload, 'trigger') ?? 'auto' };
    case 'errorOccurred':
      return { kind: 'failure', text: errorOf(payload) };
    case 'agentStop':
      return { kind: 'answer', text: lastAnswer(textOf(payload, 'transcriptPath')) };
    case 'sessionEnd':
      return { kind: 'session_end', text: textOf(payload, 'reason') ?? 'complete' };
    default:
      return vscode.read(payload, event);
  }
}

const errorOf = (payload: Payload): string | undefined =>
  textOf(payload, 'error') ?? textOf(recordOf(payload, 'error'), 'message', 'name');
