import type { Requirement } from './requirement.ts';

/** Observations of a session, and the summary job that reads them. */
export const observations = {
  'observations.add.accepted': {
    section: 'Part 5',
    part: 5,
    text: 'POST observations answers 202 with counts of accepted, duplicate and rejected observations.',
  },
  'observations.add.one': {
    section: 'Part 5',
    part: 5,
    text: 'One observation may be sent by itself.',
  },
  'observations.add.max-500': {
    section: 'Part 5',
    part: 5,
    text: '500 observations a call work; 501 are 422.',
  },
  'observations.add.duplicate-event': {
    section: 'Part 5',
    part: 5,
    text: 'An event id seen before counts as duplicate and is kept once.',
  },
  'observations.add.durable': {
    section: 'Part 5',
    part: 5,
    text: 'An accepted observation is durable before the answer.',
  },
  'observations.add.unknown-session-404': {
    section: 'Part 5',
    part: 5,
    text: 'Observations of an unknown or foreign session are 404.',
  },
  'observations.list': {
    section: 'Part 5',
    part: 5,
    text: 'GET observations answers 200 with the observations of the session in order.',
  },
  'observations.redaction.tokens': {
    section: 'Part 5',
    part: 5,
    text: 'Well-known token formats are redacted before anything is stored.',
  },
  'observations.redaction.private-keys': {
    section: 'Part 5',
    part: 5,
    text: 'Private keys are redacted.',
  },
  'observations.redaction.connection-strings': {
    section: 'Part 5',
    part: 5,
    text: 'Passwords in connection strings are redacted.',
  },
  'observations.redaction.private-parts': {
    section: 'Part 5',
    part: 5,
    text: 'Parts in `<private>` tags are removed.',
  },
  'observations.redaction.count': {
    section: 'Part 5',
    part: 5,
    text: 'The answer says how many secrets were redacted.',
  },
  'sessions.context.prefers-project': {
    section: 'Part 5',
    part: 5,
    text: "Context prefers memories of the session's own project and branch.",
  },
  'sessions.context.stable': {
    section: 'Part 5',
    part: 5,
    text: 'Context is byte-stable while its content is.',
  },
  'sessions.summary.cites': {
    section: 'Part 5',
    part: 5,
    text: 'Each extracted memory cites the observations it comes from; one without valid citation is not stored.',
  },
  'sessions.summary.injected-excluded': {
    section: 'Part 5',
    part: 5,
    text: 'What we injected as context ourselves is not extracted again.',
  },
  'sessions.summary.invalid-model-output': {
    section: 'Part 5',
    part: 5,
    text: 'Invalid model output fails the job and changes nothing.',
  },
  'sessions.summary.budget': {
    section: 'Part 5',
    part: 5,
    text: "When the token budget of a workspace's day is used up, extraction pauses and capture goes on.",
  },
  'sessions.summary.exact-duplicates': {
    section: 'Part 5',
    part: 5,
    text: 'Extracted memories with the content hash of a stored one are merged; near ones are linked.',
  },
  'sessions.summary.offline': {
    section: 'Part 5',
    part: 5,
    text: 'Without a text generator a session still gets an extractive summary and memories by conservative rules.',
  },
  'sessions.summary.twice': {
    section: 'Part 5',
    part: 5,
    text: 'The job delivered twice or killed halfway ends in the same state.',
  },
  'sessions.idle-sweep': {
    section: 'Part 5',
    part: 5,
    text: 'A session without a sign of life for two hours is ended by a sweep, as POST end would.',
  },
  'observations.after-end': {
    section: 'Decision 38',
    part: 5,
    text: 'Observations are accepted after the end of a session too.',
  },
  'sessions.summary.populated': {
    section: 'Events',
    part: 5,
    text: 'After the job the session has a `summary`.',
  },
  'sessions.summary.memories': {
    section: 'Events',
    part: 5,
    text: "The job turns the session's observations into memories.",
  },
  'sessions.summary.types': {
    section: 'Resources / Memory types',
    part: 5,
    text: 'Extraction stores only the seven LLM-assignable types, never `wiki` or `sdlc_knowledge`.',
  },
  'sessions.summary.source-session': {
    section: 'Resources / Memory object',
    part: 5,
    text: 'An extracted memory carries the external `session_id` as `source_session_id`.',
  },
  'sessions.summary.patch-kept': {
    section: 'Decision 36',
    part: 5,
    text: 'A summary set by PATCH is never overwritten by the job.',
  },
  'sessions.summary.end-kept': {
    section: 'Decision 36',
    part: 5,
    text: 'A summary set by POST end is kept, and memories are still extracted.',
  },
  'sessions.summary.no-observations': {
    section: 'Decision 36',
    part: 5,
    text: 'A session without observations gets a one-line summary of project, branch, duration and memories stored.',
  },
} as const satisfies Record<string, Requirement>;
