import type { Requirement } from '../requirement.ts';

/** Observations of a session, and the summary job that reads them. */
export const observations = {
  'observations.add.accepted': {
    section: 'docs/specification.md#observations',
    text: 'POST observations answers 202 with counts of accepted, duplicate and rejected observations.',
  },
  'observations.add.one': {
    section: 'docs/specification.md#observations',
    text: 'One observation may be sent by itself.',
  },
  'observations.add.max-500': {
    section: 'docs/specification.md#observations',
    text: '500 observations a call work; 501 are 422.',
  },
  'observations.add.duplicate-event': {
    section: 'docs/specification.md#observations',
    text: 'An event id seen before counts as duplicate and is kept once.',
  },
  'observations.add.durable': {
    section: 'docs/specification.md#observations',
    text: 'An accepted observation is durable before the answer.',
  },
  'observations.add.unknown-session-404': {
    section: 'docs/specification.md#observations',
    text: 'Observations of an unknown or foreign session are 404.',
  },
  'observations.list': {
    section: 'docs/specification.md#observations',
    text: 'GET observations answers 200 with the observations of the session in order.',
  },
  'observations.redaction.tokens': {
    section: 'docs/specification.md#observations',
    text: 'Well-known token formats are redacted before anything is stored.',
  },
  'observations.redaction.private-keys': {
    section: 'docs/specification.md#observations',
    text: 'Private keys are redacted.',
  },
  'observations.redaction.connection-strings': {
    section: 'docs/specification.md#observations',
    text: 'Passwords in connection strings are redacted.',
  },
  'observations.redaction.private-parts': {
    section: 'docs/specification.md#observations',
    text: 'Parts in `<private>` tags are removed.',
  },
  'observations.redaction.count': {
    section: 'docs/specification.md#observations',
    text: 'The answer says how many secrets were redacted.',
  },
  'sessions.context.prefers-project': {
    section: 'docs/specification.md#sessions',
    text: "Context prefers memories of the session's own project and branch.",
  },
  'sessions.context.stable': {
    section: 'docs/specification.md#sessions',
    text: 'Context is byte-stable while its content is.',
  },
  'sessions.summary.cites': {
    section: 'docs/specification.md#summary-of-a-session',
    text: 'Each extracted memory cites the observations it comes from; one without valid citation is not stored.',
  },
  'sessions.summary.injected-excluded': {
    section: 'docs/specification.md#summary-of-a-session',
    text: 'What we injected as context ourselves is not extracted again.',
  },
  'sessions.summary.invalid-model-output': {
    section: 'docs/specification.md#summary-of-a-session',
    text: 'What rules find stays where a model fails, is slow, or quotes nothing of the session.',
  },
  'sessions.summary.budget': {
    section: 'docs/specification.md#summary-of-a-session',
    text: "When the token budget of a workspace's day is used up, rules do the work.",
  },
  'sessions.summary.exact-duplicates': {
    section: 'docs/specification.md#summary-of-a-session',
    text: 'Extracted memories with the content hash of a stored one are merged; near ones are linked.',
  },
  'sessions.summary.known': {
    section: 'docs/specification.md#summary-of-a-session',
    text: 'What a memory of another session says already counts as known and not as drawn, and that memory is about its files from then on.',
  },
  'sessions.summary.offline': {
    section: 'docs/specification.md#summary-of-a-session',
    text: 'Without a text generator a session still gets an extractive summary and memories by conservative rules.',
  },
  'sessions.summary.twice': {
    section: 'docs/specification.md#summary-of-a-session',
    text: 'The job delivered twice or killed halfway ends in the same state.',
  },
  'sessions.idle-sweep': {
    section: 'docs/specification.md#sessions',
    text: 'A session without a sign of life for `SESSION_IDLE_MINUTES` (30) is ended by a sweep, as POST end would.',
  },
  'sessions.summary-restart': {
    section: 'docs/decisions/sessions.md#further-choices',
    text: 'A local service that starts asks for every summary that was wanted or under way when its last process ended; none comes twice.',
  },
  'observations.after-end': {
    section: 'docs/decisions/sessions.md#38-metadata-and-late-observations',
    text: 'Observations are accepted after the end of a session too.',
  },
  'observations.retract': {
    section: 'docs/specification.md#observations',
    text: 'An observation is taken back by its id; memories that were drawn from it stay and are named, and a later observation is summarized as any other.',
  },
  'sessions.summary.populated': {
    section: 'docs/specification.md#background-work',
    text: 'After the job the session has a `summary`.',
  },
  'sessions.summary.memories': {
    section: 'docs/specification.md#background-work',
    text: "The job turns the session's observations into memories.",
  },
  'sessions.summary.types': {
    section: 'docs/specification.md#memory-types',
    text: 'Extraction stores only the seven LLM-assignable types, never `wiki` or `sdlc_knowledge`.',
  },
  'sessions.summary.source-session': {
    section: 'docs/specification.md#memory-object',
    text: 'An extracted memory carries the external `session_id` as `source_session_id`.',
  },
  'sessions.summary.patch-kept': {
    section: 'docs/decisions/sessions.md#36-whose-summary-stays',
    text: 'A summary set by PATCH is never overwritten by the job.',
  },
  'sessions.summary.end-kept': {
    section: 'docs/decisions/sessions.md#36-whose-summary-stays',
    text: 'A summary set by POST end is kept, and memories are still extracted.',
  },
  'sessions.summary.no-observations': {
    section: 'docs/decisions/sessions.md#36-whose-summary-stays',
    text: 'A session without observations gets a one-line summary of project, branch, duration and memories stored.',
  },
} as const satisfies Record<string, Requirement>;
