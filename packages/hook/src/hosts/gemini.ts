import { answerClaudeLike, readClaudeLike } from './claude-like.ts';
import type { Host } from './host.ts';
import { textOf } from './payload.ts';

const NAMES: Readonly<Record<string, string>> = {
  BeforeAgent: 'UserPromptSubmit',
  BeforeTool: 'PreToolUse',
  AfterTool: 'PostToolUse',
  PreCompress: 'PreCompact',
};

/** Where it is told nothing it would read the error stream instead, so that there always is an object. */
export const gemini: Host = {
  read: (payload, event) => {
    const reading = readClaudeLike(payload, NAMES[event] ?? event);
    return event === 'AfterAgent'
      ? { ...reading, kind: 'answer', text: textOf(payload, 'prompt_response') }
      : reading;
  },
  answer: answerClaudeLike(['SessionStart', 'BeforeAgent', 'AfterTool'], '{}'),
};
