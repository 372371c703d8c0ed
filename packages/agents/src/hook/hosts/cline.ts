import type { Host, Reading } from '../host/host.ts';
import { listOf, numberOf, recordOf, textOf, type Payload } from '../host/payload.ts';
import { readTool } from '../host/read-tool.ts';

export const cline: Host = {
  read: (payload, event) => {
    const timestamp = textOf(payload, 'timestamp') ?? numberOf(payload, 'timestamp')?.toString();
    return {
      session: textOf(payload, 'taskId'),
      ...(timestamp === undefined ? {} : { turn: timestamp }),
      // Its schema names roots, its documentation one path.
      directory:
        listOf(payload['workspaceRoots']).find((root) => typeof root === 'string') ??
        textOf(payload, 'workspacePath'),
      ...readEvent(payload, event),
    };
  },
  answer: (_event, context) =>
    JSON.stringify({ cancel: false, ...(context === undefined ? {} : { contextModification: context }) }),
};

function readEvent(payload: Payload, event: string): Reading {
  const about = recordOf(payload, event.charAt(0).toLowerCase() + event.slice(1));
  switch (event) {
    case 'TaskStart': {
      // The task is the first prompt; `UserPromptSubmit` tells it too.
      return { kind: 'session_start', text: 'startup', wants: 'start' };
    }
    case 'TaskResume':
      return { kind: 'session_start', text: 'resume', wants: 'start' };
    case 'UserPromptSubmit':
      return { kind: 'prompt', text: textOf(about, 'prompt'), wants: 'prompt' };
    case 'PreToolUse':
      return readTool({
        tool: textOf(about, 'toolName', 'tool') ?? '',
        input: recordOf(about, 'parameters'),
        isAhead: true,
      });
    case 'PostToolUse':
      return readTool({
        tool: textOf(about, 'toolName', 'tool') ?? '',
        input: recordOf(about, 'parameters'),
        response: about['result'],
        failed: about['success'] === false,
      });
    case 'PreCompact':
      return { kind: 'compaction', text: textOf(about, 'compactionStrategy') ?? 'auto' };
    case 'TaskComplete':
      return {
        kind: 'answer',
        text:
          textOf(recordOf(about, 'taskMetadata'), 'result', 'completionResult') ??
          textOf(about, 'result', 'text'),
      };
    case 'TaskCancel':
      return { kind: 'session_end', text: 'cancelled' };
    default:
      return {};
  }
}
