import type { Requirement } from '../requirement.ts';

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
  'secrets.kinds': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'Of more than 180 kinds of secrets, each in the surroundings that people leave it in, none is kept in a memory, a document or an observation.',
  },
  'secrets.personal': {
    section: 'docs/security.md#personal-data',
    text: 'Numbers of payment cards and bank accounts are stored nowhere: they are told by their check digits.',
  },
  'secrets.refuse': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'A workspace set to refuse answers 422 with the place and kind of each secret, and stores nothing.',
  },
  'secrets.uploads': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'Secrets in the items of an upload are replaced and counted in its record; where the workspace refuses them, each item that holds some is refused with the place.',
  },
  'secrets.uploads.aside': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'While the secrets of an upload of megabytes are looked for, other requests are answered.',
  },
  'secrets.uncovered': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'Secrets that only reading a document uncovers are replaced and counted in the answer once each, or refused.',
  },
  'secrets.client': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'What a client replaced before it sent a request is told to its user, and refused by a workspace that refuses secrets.',
  },
  'secrets.code': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'Signatures, documentation comments and paths of indexed code hold no secret.',
  },
  'secrets.import': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'An import takes secrets out of the rows of an export and counts them, or refuses where the workspace refuses.',
  },
  'secrets.log': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'A secret in path, query, headers, body or tool call of a request is in no line of the log.',
  },
  'secrets.limits': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'A text within its limit is not refused because what stands in place of a secret is longer.',
  },
  'secrets.stored.dry-run': {
    section: 'docs/specification.md#operators',
    text: '`admin redact --dry-run` counts the secrets that are stored, by table and kind, never tells one, and writes nothing.',
  },
  'secrets.stored.apply': {
    section: 'docs/specification.md#operators',
    text: '`admin redact --apply` replaces the secrets that are stored; memories are found by their other words as before, and a second run finds none.',
  },
  'secrets.stored.meanwhile': {
    section: 'docs/specification.md#operators',
    text: 'A row that changes while `admin redact --apply` is at it, or would equal another, is left as it is and counted; the others are written.',
  },
  'secrets.stored.coverage': {
    section: 'docs/specification.md#operators',
    text: '`admin redact --help` names every table it covers, and every text column of a workspace is covered or named with the reason why not.',
  },
} as const satisfies Record<string, Requirement>;
