import type { Requirement } from './requirement.ts';

/** Sessions: start, list, read, update. */
export const sessions = {
  'sessions.object.fields': {
    section: 'Resources / Session object',
    part: 5,
    text: 'A session object has exactly `id`, `session_id`, `workspace_id`, `project_name`, `branch_name`, `user_id`, `user_email`, `is_active`, `started_at`, `ended_at`, `summary`, `metadata_json`, `created_at`, `updated_at`.',
  },
  'sessions.object.no-metadata': {
    section: 'Resources / Session object',
    part: 5,
    text: 'No answer has a field `metadata`.',
  },
  'sessions.object.updated-at-null': {
    section: 'Resources / Session object',
    part: 5,
    text: '`updated_at` is null at start.',
  },
  'sessions.start.created': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'POST start answers 201 with the session object: `is_active` true, `ended_at` null, `summary` null.',
  },
  'sessions.start.session-id-required': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'A missing `session_id` is 422.',
  },
  'sessions.start.session-id-max-255': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'A `session_id` of 255 characters works; one of 256 is 422.',
  },
  'sessions.start.duplicate-409': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'A `session_id` used in the workspace is 409, ended or not, and the session stays unchanged.',
  },
  'sessions.start.global-409': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'A `session_id` used in another workspace is 409: it is unique across all workspaces.',
  },
  'sessions.start.project-default': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session start, `project_name` is `""` by default.',
  },
  'sessions.start.branch-default': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session start, `branch_name` is `""` by default.',
  },
  'sessions.start.user-id-default': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session start, `user_id` is null by default.',
  },
  'sessions.start.user-id-max-255': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'A `user_id` of 255 characters works; one of 256 is 422.',
  },
  'sessions.start.user-email-default': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session start, `user_email` is null by default.',
  },
  'sessions.start.user-email-max-254': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'A `user_email` of 254 characters works; one of 255 is 422.',
  },
  'sessions.start.metadata-default': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session start, `metadata_json` is `{}` by default.',
  },
  'sessions.start.metadata-returned': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In session start, `metadata` of the request is returned as `metadata_json`.',
  },
  'sessions.start.concurrent': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'Of 50 parallel starts of one `session_id` exactly one gets 201, the others 409.',
  },
  'sessions.get.ok': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'GET of a session answers 200 with the session object.',
  },
  'sessions.get.unknown-404': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'GET of an unknown or foreign session is 404.',
  },
  'sessions.get.by-session-id': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'Paths take the external `session_id`; the internal `id` is 404.',
  },
  'sessions.get.encoded-session-id': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'A `session_id` with slashes, spaces or Unicode is reachable percent-encoded.',
  },
  'sessions.list.ok': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'GET list answers 200 with `{count, results}`.',
  },
  'sessions.list.count-total': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In the session list, `count` is the number of sessions of the workspace, not of the page.',
  },
  'sessions.list.fields': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'A result has exactly `session_id`, `project_name`, `branch_name`, `is_active`, `started_at`, `ended_at`, `summary`.',
  },
  'sessions.list.order': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'Results are ordered by `started_at` descending.',
  },
  'sessions.list.limit-default-20': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In the session list, `limit` is 20 by default.',
  },
  'sessions.list.limit-min-1': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In the session list, `limit` 1 works; 0 is 422.',
  },
  'sessions.list.limit-max-100': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In the session list, `limit` 100 works; 101 is 422.',
  },
  'sessions.list.offset': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In the session list, `offset` is 0 by default and skips that many; negative is 422.',
  },
  'sessions.list.own-workspace': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'Only sessions of the workspace are listed and counted.',
  },
  'sessions.patch.metadata-replaced': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'PATCH `metadata` replaces `metadata_json` entirely.',
  },
  'sessions.patch.summary': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'PATCH `summary` overrides the summary.',
  },
  'sessions.patch.ended': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'PATCH works on active and on ended sessions and keeps their state.',
  },
  'sessions.patch.ok': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'PATCH answers 200 with the session object and sets `updated_at`.',
  },
  'sessions.patch.immutable': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'In a session, `session_id` and `workspace_id` in a PATCH change nothing.',
  },
  'sessions.patch.unknown-404': {
    section: 'Endpoints / Sessions',
    part: 5,
    text: 'PATCH of an unknown or foreign session is 404.',
  },
  'sessions.start.session-id-blank-422': {
    section: 'Decision 35',
    part: 5,
    text: 'An empty or blank `session_id` is 422.',
  },
  'sessions.start.409-silent': {
    section: 'Decision 37',
    part: 5,
    text: 'The 409 for a used `session_id` is the same whoever owns it.',
  },
  'sessions.metadata.max-32-kib': {
    section: 'Decision 38',
    part: 5,
    text: '`metadata` of 32 KiB of JSON works; more is 422, at start and in PATCH.',
  },
  'sessions.metadata.depth-32': {
    section: 'Decision 38',
    part: 5,
    text: '`metadata` of depth 32 works; deeper is 422.',
  },
  'sessions.metadata.object': {
    section: 'Decision 38',
    part: 5,
    text: '`metadata` that is no object is 422.',
  },
  'sessions.user-email-free': {
    section: 'Decision 38',
    part: 5,
    text: '`user_email` is not validated beyond its length.',
  },
  'sessions.user-id-opaque': {
    section: 'Resources / Session object',
    part: 5,
    text: '`user_id` is kept as given, opaque, and has no bearing on access.',
  },
} as const satisfies Record<string, Requirement>;
