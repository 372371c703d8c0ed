import type { Requirement } from '../requirement.ts';

export const anchors = {
  'anchors.named': {
    section: 'docs/specification.md#code',
    text: 'A memory is tied to the symbols that it names as code, or as words that its file confirms; to its files where it names none.',
  },
  'anchors.hashes': {
    section: 'docs/specification.md#code',
    text: 'Hashes of a symbol stay while only comments, formatting and doc comments change, and tell its declaration from its body.',
  },
  'anchors.verdicts': {
    section: 'docs/specification.md#code',
    text: 'Where a memory is shown it says whether its code is current, moved, changed or gone, and one clause of why.',
  },
  'check.change': {
    section: 'docs/specification.md#code',
    text: '`check` names the memories whose symbols a change alters or takes away, decisions about their callers, conventions of its files and documents that name what is gone.',
  },
  'check.formats': {
    section: 'docs/specification.md#code',
    text: '`check` tells it as text, JSON, SARIF or a comment, without a service, and exits with 1 as its policy says.',
  },
  'why.code': {
    section: 'docs/specification.md#code',
    text: '`why` names the memories behind a file, line or symbol with their commits, what still holds first.',
  },
} as const satisfies Record<string, Requirement>;
