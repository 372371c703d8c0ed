import { answerClaudeLike, readClaudeLike } from './claude-like.ts';
import type { Host } from '../host/host.ts';

export const devin: Host = {
  read: (payload, event) =>
    // It tells of a compaction by an event of its own.
    event === 'PostCompaction'
      ? { ...readClaudeLike(payload, 'PreCompact'), wants: 'compacted' }
      : readClaudeLike(payload, event),
  answer: answerClaudeLike(['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostCompaction']),
};
