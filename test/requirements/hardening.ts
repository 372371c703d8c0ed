import type { Requirement } from './requirement.ts';

/** What a hostile text, file name or pattern cannot do. */
export const hardening = {
  'hardening.regexes': {
    section: 'docs/decisions/safety.md#52-time-memory-and-attempts-are-bounded',
    text: 'Every regular expression in the source takes time linear in its input; the few that cannot be proven are named, with what bounds them.',
  },
  'hardening.frames': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'Recalled text cannot leave its frame, in the text and in the structured answer: look-alike tags are escaped, titles, names and tags are one line, and bidirectional, tag and control characters are left out.',
  },
  'hardening.globs': {
    section: 'docs/decisions/safety.md#52-time-memory-and-attempts-are-bounded',
    text: 'A glob of a caller is at most 255 characters, and cannot become anything but a glob: parentheses, bars and backslashes stand for themselves.',
  },
} as const satisfies Record<string, Requirement>;
