import { answerClaudeLike } from './claude-like.ts';
import type { Host } from '../host/host.ts';
import { vscode } from './vscode.ts';

/** Its answers stand in the transcript alone, as VS Code's do. */
export const droid: Host = {
  read: vscode.read,
  answer: answerClaudeLike(['SessionStart', 'UserPromptSubmit', 'PostToolUse']),
};
