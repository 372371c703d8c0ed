import type { Requirement } from './requirement.ts';

/** Ending a session, and the context it offers. */
export const sessionContext = {
  'sessions.end.ok': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'POST end answers 200 with `is_active` false and `ended_at` set.',
  },
  'sessions.end.enqueues': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'POST end enqueues `generate_session_summary` and answers without waiting for it.',
  },
  'sessions.end.unknown-404': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'Ending an unknown or foreign session is 404.',
  },
  'sessions.context.ok': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'GET context answers 200 with exactly `session` and `context`.',
  },
  'sessions.context.session-fields': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session context, `session` has exactly `session_id`, `project_name`, `branch_name`, `is_active`, `started_at`.',
  },
  'sessions.context.recent-memories': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session context, `recent_memories` holds recent, important memories as `{id, title, memory_type, importance_score, narrative}`.',
  },
  'sessions.context.recent-sessions': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session context, `recent_sessions` holds `{session_id, summary, ended_at}`.',
  },
  'sessions.context.workspace-summary': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session context, `workspace_summary` is a string that is not empty.',
  },
  'sessions.context.max-memories-default': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session context, `max_memories` is 15 by default.',
  },
  'sessions.context.unknown-404': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'GET context of an unknown or foreign session is 404.',
  },
  'sessions.end.again': {
    section: 'Decision 35',
    part: 5,
    text: 'Ending an ended session answers 200 unchanged, `ended_at` included.',
  },
  'sessions.end.again-no-job': {
    section: 'Decision 35',
    part: 5,
    text: 'Ending it again enqueues no second job.',
  },
  'sessions.end.again-new-observations': {
    section: 'Decision 35',
    part: 5,
    text: 'Ending it again enqueues a job when observations arrived since the last summary.',
  },
  'sessions.end.body-optional': {
    section: 'Decision 35',
    part: 5,
    text: 'POST end works without a body.',
  },
  'sessions.end.summary': {
    section: 'Decision 35',
    part: 5,
    text: '`{summary}` in the body of POST end sets the summary.',
  },
  'sessions.context.max-memories-range': {
    section: 'Decision 40',
    part: 5,
    text: 'In session context, `max_memories` 1 and 100 work; 0 and 101 are 422.',
  },
} as const satisfies Record<string, Requirement>;
