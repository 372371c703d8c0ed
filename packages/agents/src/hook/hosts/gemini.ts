import { answerClaudeLike, readClaudeLike } from './claude-like.ts';
import type { Host } from '../host/host.ts';
import { textOf } from '../host/payload.ts';

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
