import { under } from '../requirement.ts';

/** Observations of a session, and the summary job that reads them. */
export const observations = under({
  'docs/specification.md#observations': {
    'observations.add.accepted':
      'POST observations answers 202 with counts of accepted, duplicate and rejected observations.',
    'observations.add.one': 'One observation may be sent by itself.',
    'observations.add.max-500': '500 observations a call work; 501 are 422.',
    'observations.add.duplicate-event': 'An event id seen before counts as duplicate and is kept once.',
    'observations.add.durable': 'An accepted observation is durable before the answer.',
    'observations.add.unknown-session-404': 'Observations of an unknown or foreign session are 404.',
    'observations.list': 'GET observations answers 200 with the observations of the session in order.',
    'observations.redaction.tokens': 'Well-known token formats are redacted before anything is stored.',
    'observations.redaction.private-keys': 'Private keys are redacted.',
    'observations.redaction.connection-strings': 'Passwords in connection strings are redacted.',
    'observations.redaction.private-parts': 'Parts in `<private>` tags are removed.',
    'observations.redaction.count': 'The answer says how many secrets were redacted.',
    'observations.retract':
      'An observation is taken back by its id; memories that were drawn from it stay and are named, and a later observation is summarized as any other.',
  },
  'docs/specification.md#sessions': {
    'sessions.context.prefers-project': "Context prefers memories of the session's own project and branch.",
    'sessions.context.stable': 'Context is byte-stable while its content is.',
    'sessions.idle-sweep':
      'A session without a sign of life for `SESSION_IDLE_MINUTES` (30) is ended by a sweep, as POST end would.',
  },
  'docs/specification.md#summary-of-a-session': {
    'sessions.summary.cites':
      'Each extracted memory cites the observations it comes from; one without valid citation is not stored.',
    'sessions.summary.injected-excluded': 'What we injected as context ourselves is not extracted again.',
    'sessions.summary.invalid-model-output':
      'What rules find stays where a model fails, is slow, or quotes nothing of the session.',
    'sessions.summary.budget': "When the token budget of a workspace's day is used up, rules do the work.",
    'sessions.summary.exact-duplicates':
      'Extracted memories with the content hash of a stored one are merged; near ones are linked.',
    'sessions.summary.known':
      'What a memory of another session says already counts as known and not as drawn, and that memory is about its files from then on.',
    'sessions.summary.known-elsewhere':
      'A memory of another project makes nothing known, in the same words or in others, and is no contradiction.',
    'sessions.summary.set-back':
      'A value that is set anew or back is drawn, and replaces memories that say another value of the same name; what is to be used in place of what is to be forgotten replaces what told of that.',
    'sessions.summary.hidden':
      'Drawn memories and summaries hold no control or bidirectional characters, and no colours of a terminal.',
    'sessions.summary.undone':
      'A memory that a session replaces was of no use to it, although its file was changed: neither its trace nor the counts say so.',
    'sessions.summary.said-by':
      'A drawn memory keeps who said it first and in which prompt of its session; its detail, the tool that reads it and the trace of that session tell.',
    'sessions.summary.offline':
      'Without a text generator a session still gets an extractive summary and memories by conservative rules.',
    'sessions.summary.twice': 'The job delivered twice or killed halfway ends in the same state.',
  },
  'docs/decisions/sessions.md#further-choices': {
    'sessions.summary-restart':
      'A local service that starts asks for every summary that was wanted or under way when its last process ended; none comes twice.',
  },
  'docs/decisions/sessions.md#38-metadata-and-late-observations': {
    'observations.after-end': 'Observations are accepted after the end of a session too.',
  },
  'docs/specification.md#background-work': {
    'sessions.summary.populated': 'After the job the session has a `summary`.',
    'sessions.summary.memories': "The job turns the session's observations into memories.",
  },
  'docs/specification.md#memory-types': {
    'sessions.summary.types':
      'Extraction stores only the seven LLM-assignable types, never `wiki` or `sdlc_knowledge`.',
  },
  'docs/specification.md#memory-object': {
    'sessions.summary.source-session':
      'An extracted memory carries the external `session_id` as `source_session_id`.',
  },
  'docs/decisions/sessions.md#36-whose-summary-stays': {
    'sessions.summary.patch-kept': 'A summary set by PATCH is never overwritten by the job.',
    'sessions.summary.end-kept': 'A summary set by POST end is kept, and memories are still extracted.',
    'sessions.summary.no-observations':
      'A session without observations gets a one-line summary of project, branch, duration and memories stored.',
  },
});
