import { answerClaudeLike, readClaudeLike } from './claude-like.ts';
import type { Host } from '../host/host.ts';

/** Unknown keys fail a run here, and a turn's end must answer with JSON or nothing. */
export const codex: Host = {
  read: readClaudeLike,
  answer: answerClaudeLike([
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'SubagentStart',
  ]),
};
