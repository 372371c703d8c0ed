import { readClaudeLike } from './claude-like.ts';
import type { Host } from '../host/host.ts';
import { textOf } from '../host/payload.ts';

/** It only tells; nothing can be said to it. */
export const goose: Host = {
  read: (payload, event) => {
    const reading = readClaudeLike(payload, event);
    return {
      ...reading,
      directory: textOf(payload, 'working_dir') ?? reading.directory,
      ...(event === 'UserPromptSubmit' ? { text: textOf(payload, 'message', 'prompt') } : {}),
    };
  },
  answer: () => '',
};
