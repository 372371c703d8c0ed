import { answerClaudeLike, readClaudeLike } from './claude-like.ts';
import type { Host } from '../host/host.ts';
import { lastAnswer } from '../host/transcript.ts';
import { textOf } from '../host/payload.ts';

export const vscode: Host = {
  read: (payload, event) => {
    const reading = readClaudeLike(payload, event);
    return reading.kind === 'answer' && reading.text === undefined
      ? { ...reading, text: lastAnswer(textOf(payload, 'transcript_path', 'transcriptPath')) }
      : reading;
  },
  answer: answerClaudeLike(['SessionStart', 'PostToolUse', 'SubagentStart'], '{}'),
};
