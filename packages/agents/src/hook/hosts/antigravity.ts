import type { Host } from '../host/host.ts';
import { listOf, numberOf, recordOf, textOf } from '../host/payload.ts';
import { readTool } from '../host/read-tool.ts';
import { lastAnswer, lastPrompt } from '../host/transcript.ts';

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
