import type { Host, Reading } from '../host/host.ts';
import { textOf, recordOf, type Payload, listOf, numberOf } from '../host/payload.ts';
import { readTool } from '../host/read-tool.ts';
import { lastAnswer, lastPrompt } from '../host/transcript.ts';
import { answerClaudeLike, readClaudeLike } from './claude-like.ts';

const NAMES: Readonly<Record<string, string>> = {
  BeforeAgent: 'UserPromptSubmit',
  BeforeTool: 'PreToolUse',
  AfterTool: 'PostToolUse',
  PreCompress: 'PreCompact',
};

const [OPEN, CLOSE] = ['<hook_context>', '</hook_context>'];

/** Context that hooks told it at the start comes before the first prompt, with its brackets escaped: not the user's words, and ours. */
function withoutContext(prompt: string): string {
  let text = prompt;
  while (text.startsWith(OPEN)) {
    const end = text.indexOf(CLOSE);
    if (end === -1) break;
    text = text.slice(end + CLOSE.length).trimStart();
  }
  return text;
}

/** Where it is told nothing it would read the error stream instead, so that there always is an object. */
export const gemini: Host = {
  read: (payload, event) => {
    const reading = readClaudeLike(payload, NAMES[event] ?? event);
    if (event === 'AfterAgent')
      return { ...reading, kind: 'answer', text: textOf(payload, 'prompt_response') };
    return event === 'BeforeAgent' ? { ...reading, text: withoutContext(reading.text ?? '') } : reading;
  },
  answer: answerClaudeLike(['SessionStart', 'BeforeAgent', 'AfterTool'], '{}'),
};

/** It only tells, and prints of ours would be shown to the user. */
export const windsurf: Host = {
  read: (payload, event) => {
    const info = recordOf(payload, 'tool_info');
    const turn = [textOf(payload, 'execution_id'), textOf(payload, 'timestamp')].filter(Boolean).join(' ');
    return {
      session: textOf(payload, 'trajectory_id'),
      ...(turn === '' ? {} : { turn }),
      directory: textOf(info, 'cwd', 'root_workspace_path'),
      ...readWindsurf(event, info),
    };
  },
  answer: () => '',
};

function readWindsurf(event: string, info: Payload): Reading {
  switch (event) {
    case 'pre_user_prompt':
      return { kind: 'prompt', text: textOf(info, 'user_prompt') };
    case 'post_write_code':
      return readTool({ tool: 'write_code', input: info });
    case 'post_run_command':
      return readTool({ tool: 'run_command', input: info, response: info['output'] });
    case 'post_cascade_response':
      return { kind: 'answer', text: textOf(info, 'response') };
    default:
      return {};
  }
}

/**
 * It has no session start, and its prompts and answers stand in the transcript. `PreInvocation` comes before every call of
 * the model: the first of a conversation opens the session, and a prompt that was told already is known by its text.
 */
export const antigravity: Host = {
  read: (payload, event) => {
    const base = {
      session: textOf(payload, 'conversationId'),
      directory: listOf(payload['workspacePaths']).find((path) => typeof path === 'string'),
    };
    const transcript = textOf(payload, 'transcriptPath');
    switch (event) {
      case 'PreInvocation': {
        const text = lastPrompt(transcript);
        const isFirst =
          (numberOf(payload, 'invocationNum') ?? 0) <= 1 && (numberOf(payload, 'initialNumSteps') ?? 0) <= 1;
        if (text === undefined && !isFirst) return base;
        return { ...base, kind: 'prompt', turn: text, text, wants: isFirst ? 'start' : 'prompt' };
      }
      case 'PostToolUse': {
        const call = recordOf(payload, 'toolCall');
        const error = textOf(payload, 'error');
        const step = numberOf(payload, 'stepIdx');
        return {
          ...base,
          ...(step === undefined ? {} : { call: `step-${step}` }),
          ...readTool({
            tool: textOf(call, 'name') ?? '',
            input: recordOf(call, 'args'),
            response: error ?? payload['toolResult'] ?? call['result'],
            failed: error !== undefined,
          }),
        };
      }
      case 'Stop': {
        const failure = textOf(payload, 'error');
        return failure === undefined
          ? { ...base, kind: 'answer', text: lastAnswer(transcript) }
          : { ...base, kind: 'failure', text: failure };
      }
      default:
        return base;
    }
  },
  answer: (event, context) => {
    if (event === 'Stop') return JSON.stringify({ decision: 'stop' });
    return context !== undefined && event === 'PreInvocation'
      ? JSON.stringify({ injectSteps: [{ ephemeralMessage: context }] })
      : '{}';
  },
};

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
      ...readCline(payload, event),
    };
  },
  answer: (_event, context) =>
    JSON.stringify({ cancel: false, ...(context === undefined ? {} : { contextModification: context }) }),
};

function readCline(payload: Payload, event: string): Reading {
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
