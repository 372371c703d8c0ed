import type { Requirement } from './requirement.ts';

/** Feedback on a memory. */
export const feedback = {
  'feedback.created': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'POST feedback answers 201 with the memory object and its feedback counts.',
  },
  'feedback.positive': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In feedback, `useful` true raises `feedback_positive_count` by 1 at once.',
  },
  'feedback.negative': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In feedback, `useful` false raises `feedback_negative_count` by 1 at once.',
  },
  'feedback.useful-required': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'A missing `useful` is 422.',
  },
  'feedback.useful-boolean': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'A non-boolean `useful` is 422.',
  },
  'feedback.importance-kept': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'Feedback leaves `importance_score` as it is.',
  },
  'feedback.unknown-404': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'Feedback on an unknown or foreign memory is 404.',
  },
  'feedback.optional-null': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In feedback, `context` and `session_id` may be absent or null.',
  },
  'feedback.shown-in-detail': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'The counts of the detail view follow feedback.',
  },
  'feedback.context-stored': {
    section: 'Resources / Feedback',
    part: 1,
    text: 'In feedback, `context` is stored beside the feedback record.',
  },
  'feedback.session': {
    section: 'Endpoints / Memories',
    part: 5,
    text: 'In feedback, `session_id` of a session of the workspace is stored with the record.',
  },
  'feedback.session-foreign': {
    section: 'Endpoints / Memories',
    part: 5,
    text: 'In feedback, `session_id` of another workspace is ignored: 201, counted, no link, and no difference to see.',
  },
  'feedback.session-unknown': {
    section: 'Decision 39',
    part: 5,
    text: 'An unknown `session_id` is ignored and the feedback counts.',
  },
} as const satisfies Record<string, Requirement>;
