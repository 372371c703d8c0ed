import { answerClaudeLike, readClaudeLike } from './claude-like.ts';
import type { Host } from '../host/host.ts';

export const claude: Host = {
  read: readClaudeLike,
  answer: answerClaudeLike([
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'SubagentStart',
  ]),
};
