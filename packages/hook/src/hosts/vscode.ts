import { answerClaudeLike, readClaudeLike } from './claude-like.ts';
import type { Host } from './host.ts';
import { lastAnswer } from './transcript.ts';
import { textOf } from './payload.ts';

export const vscode: Host = {
  read: (payload, event) => {
    const reading = readClaudeLike(payload, event);
    return reading.kind === 'answer' && reading.text === undefined
      ? { ...reading, text: lastAnswer(textOf(payload, 'transcript_path', 'transcriptPath')) }
      : reading;
  },
  answer: answerClaudeLike(['SessionStart', 'PostToolUse', 'SubagentStart'], '{}'),
};
