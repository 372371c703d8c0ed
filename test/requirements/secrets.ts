import type { Requirement } from './requirement.ts';

/** Secrets in what callers send (decision 48). */
export const secrets = {
  'secrets.every-route': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'A secret in any text of any writing request of the REST interface is never stored, and the answer says how many were replaced.',
  },
  'secrets.every-tool': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'A secret in any text of any writing tool call is never stored, and the answer says how many were replaced.',
  },
  'secrets.refuse': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'A workspace set to refuse answers 422 with the place and kind of each secret, and stores nothing.',
  },
  'secrets.limits': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'A text within its limit is not refused because what stands in place of a secret is longer.',
  },
} as const satisfies Record<string, Requirement>;
