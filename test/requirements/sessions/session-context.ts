import { under } from '../requirement.ts';

/** Ending a session, and the context it offers. */
export const sessionContext = under({
  'docs/specification.md#sessions': {
    'sessions.end.ok': 'POST end answers 200 with `is_active` false and `ended_at` set.',
    'sessions.end.enqueues':
      'POST end enqueues `generate_session_summary` and answers without waiting for it.',
    'sessions.end.unknown-404': 'Ending an unknown or foreign session is 404.',
    'sessions.context.ok': 'GET context answers 200 with exactly `session` and `context`.',
    'sessions.context.session-fields':
      'In session context, `session` has exactly `session_id`, `project_name`, `branch_name`, `is_active`, `started_at`.',
    'sessions.context.recent-memories':
      'In session context, `recent_memories` holds recent, important memories as `{id, title, memory_type, importance_score, narrative}`.',
    'sessions.context.recent-sessions':
      'In session context, `recent_sessions` holds `{session_id, summary, ended_at}`.',
    'sessions.context.workspace-summary':
      'In session context, `workspace_summary` is a string that is not empty.',
    'sessions.context.max-memories-default': 'In session context, `max_memories` is 15 by default.',
    'sessions.context.unknown-404': 'GET context of an unknown or foreign session is 404.',
  },
  'docs/decisions/sessions.md#35-ending-a-session-twice': {
    'sessions.end.again': 'Ending an ended session answers 200 unchanged, `ended_at` included.',
    'sessions.end.again-no-job': 'Ending it again enqueues no second job.',
    'sessions.end.again-new-observations':
      'Ending it again enqueues a job when observations arrived since the last summary.',
    'sessions.end.body-optional': 'POST end works without a body.',
    'sessions.end.summary': '`{summary}` in the body of POST end sets the summary.',
  },
  'docs/decisions/sessions.md#40-size-of-a-context': {
    'sessions.context.max-memories-range':
      'In session context, `max_memories` 1 and 100 work; 0 and 101 are 422.',
  },
});
