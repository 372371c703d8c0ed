import type { Requirement } from '../requirement.ts';

/** Feedback on a memory. */
export const feedback = {
  'feedback.created': {
    section: 'docs/specification.md#memories',
    text: 'POST feedback answers 201 with the memory object and its feedback counts.',
  },
  'feedback.positive': {
    section: 'docs/specification.md#memories',
    text: 'In feedback, `useful` true raises `feedback_positive_count` by 1 at once.',
  },
  'feedback.negative': {
    section: 'docs/specification.md#memories',
    text: 'In feedback, `useful` false raises `feedback_negative_count` by 1 at once.',
  },
  'feedback.retract': {
    section: 'docs/specification.md#memories',
    text: 'DELETE feedback takes the last feedback back that said so; where there is none nothing changes.',
  },
  'feedback.useful-required': {
    section: 'docs/specification.md#memories',
    text: 'A missing `useful` is 422.',
  },
  'feedback.useful-boolean': {
    section: 'docs/specification.md#memories',
    text: 'A non-boolean `useful` is 422.',
  },
  'feedback.importance-kept': {
    section: 'docs/specification.md#memories',
    text: 'Feedback leaves `importance_score` as it is.',
  },
  'feedback.unknown-404': {
    section: 'docs/specification.md#memories',
    text: 'Feedback on an unknown or foreign memory is 404.',
  },
  'feedback.optional-null': {
    section: 'docs/specification.md#memories',
    text: 'In feedback, `context` and `session_id` may be absent or null.',
  },
  'feedback.shown-in-detail': {
    section: 'docs/specification.md#memories',
    text: 'The counts of the detail view follow feedback.',
  },
  'feedback.context-stored': {
    section: 'docs/specification.md#feedback-record',
    text: 'In feedback, `context` is stored beside the feedback record.',
  },
  'feedback.session': {
    section: 'docs/specification.md#memories',
    text: 'In feedback, `session_id` of a session of the workspace is stored with the record.',
  },
  'feedback.session-foreign': {
    section: 'docs/specification.md#memories',
    text: 'In feedback, `session_id` of another workspace is ignored: 201, counted, no link, and no difference to see.',
  },
  'feedback.session-unknown': {
    section: 'docs/decisions/sessions.md#39-sessions-of-memories-and-feedback',
    text: 'An unknown `session_id` is ignored and the feedback counts.',
  },
} as const satisfies Record<string, Requirement>;
