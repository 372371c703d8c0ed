import { under } from '../requirement.ts';

/** Feedback on a memory. */
export const feedback = under({
  'docs/specification.md#memories': {
    'feedback.created': 'POST feedback answers 201 with the memory object and its feedback counts.',
    'feedback.positive': 'In feedback, `useful` true raises `feedback_positive_count` by 1 at once.',
    'feedback.negative': 'In feedback, `useful` false raises `feedback_negative_count` by 1 at once.',
    'feedback.retract':
      'DELETE feedback takes the last feedback back that said so; where there is none nothing changes.',
    'feedback.useful-required': 'A missing `useful` is 422.',
    'feedback.useful-boolean': 'A non-boolean `useful` is 422.',
    'feedback.importance-kept': 'Feedback leaves `importance_score` as it is.',
    'feedback.unknown-404': 'Feedback on an unknown or foreign memory is 404.',
    'feedback.optional-null': 'In feedback, `context` and `session_id` may be absent or null.',
    'feedback.shown-in-detail': 'The counts of the detail view follow feedback.',
    'feedback.session': 'In feedback, `session_id` of a session of the workspace is stored with the record.',
    'feedback.session-foreign':
      'In feedback, `session_id` of another workspace is ignored: 201, counted, no link, and no difference to see.',
  },
  'docs/specification.md#feedback-record': {
    'feedback.context-stored': 'In feedback, `context` is stored beside the feedback record.',
  },
  'docs/decisions/sessions.md#39-sessions-of-memories-and-feedback': {
    'feedback.session-unknown': 'An unknown `session_id` is ignored and the feedback counts.',
  },
});
