import { readClaudeLike } from './claude-like.ts';
import type { Host } from '../host/host.ts';

const NAMES: Readonly<Record<string, string>> = {
  agentSpawn: 'SessionStart',
  userPromptSubmit: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  postToolUse: 'PostToolUse',
  stop: 'Stop',
};

/** What it prints is context, as it is. */
export const kiro: Host = {
  read: (payload, event) => readClaudeLike(payload, NAMES[event] ?? event),
  answer: (event, context = '') =>
    ['SessionStart', 'UserPromptSubmit'].includes(NAMES[event] ?? event) ? context : '',
};
