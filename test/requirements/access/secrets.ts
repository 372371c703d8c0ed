import { under } from '../requirement.ts';

/** Secrets in what callers send (decision 48). */
export const secrets = under({
  'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written': {
    'secrets.every-route':
      'A secret in any text of any writing request of the REST interface is never stored, and the answer says how many were replaced.',
    'secrets.every-tool':
      'A secret in any text of any writing tool call is never stored, and the answer says how many were replaced.',
    'secrets.kinds':
      'Of more than 180 kinds of secrets, each in the surroundings that people leave it in, none is kept in a memory, a document or an observation.',
    'secrets.refuse':
      'A workspace set to refuse answers 422 with the place and kind of each secret, and stores nothing.',
    'secrets.uploads':
      'Secrets in the items of an upload are replaced and counted in its record; where the workspace refuses them, each item that holds some is refused with the place.',
    'secrets.uploads.aside':
      'While the secrets of an upload of megabytes are looked for, other requests are answered.',
    'secrets.uncovered':
      'Secrets that only reading a document uncovers are replaced and counted in the answer once each, or refused.',
    'secrets.client':
      'What a client replaced before it sent a request is told to its user, and refused by a workspace that refuses secrets.',
    'secrets.code': 'Signatures, documentation comments and paths of indexed code hold no secret.',
    'secrets.import':
      'An import takes secrets out of the rows of an export and counts them, or refuses where the workspace refuses.',
    'secrets.log':
      'A secret in path, query, headers, body or tool call of a request is in no line of the log.',
    'secrets.limits':
      'A text within its limit is not refused because what stands in place of a secret is longer.',
  },
  'docs/security.md#personal-data': {
    'secrets.personal':
      'Numbers of payment cards and bank accounts are stored nowhere: they are told by their check digits.',
    'secrets.in-brief':
      'Lists of sessions, the heading of one and the acts under way show no personal data that memories drawn from them leave out.',
  },
  'docs/specification.md#operators': {
    'secrets.stored.dry-run':
      '`admin redact --dry-run` counts the secrets that are stored, by table and kind, never tells one, and writes nothing.',
    'secrets.stored.apply':
      '`admin redact --apply` replaces the secrets that are stored; memories are found by their other words as before, and a second run finds none.',
    'secrets.stored.meanwhile':
      'A row that changes while `admin redact --apply` is at it, or would equal another, is left as it is and counted; the others are written.',
    'secrets.stored.coverage':
      '`admin redact --help` names every table it covers, and every text column of a workspace is covered or named with the reason why not.',
  },
});
