import type { Requirement } from '../requirement.ts';

/** Sessions: start, list, read, update. */
export const sessions = {
  'sessions.object.fields': {
    section: 'docs/specification.md#session-object',
    text: 'A session object has exactly `id`, `session_id`, `workspace_id`, `project_name`, `branch_name`, `user_id`, `user_email`, `is_active`, `started_at`, `ended_at`, `summary`, `metadata_json`, `created_at`, `updated_at`.',
  },
  'sessions.object.no-metadata': {
    section: 'docs/specification.md#session-object',
    text: 'No answer has a field `metadata`.',
  },
  'sessions.object.updated-at-null': {
    section: 'docs/specification.md#session-object',
    text: '`updated_at` is null at start.',
  },
  'sessions.start.created': {
    section: 'docs/specification.md#sessions',
    text: 'POST start answers 201 with the session object: `is_active` true, `ended_at` null, `summary` null.',
  },
  'sessions.start.session-id-required': {
    section: 'docs/specification.md#sessions',
    text: 'A missing `session_id` is 422.',
  },
  'sessions.start.session-id-max-255': {
    section: 'docs/specification.md#sessions',
    text: 'A `session_id` of 255 characters works; one of 256 is 422.',
  },
  'sessions.start.duplicate-409': {
    section: 'docs/specification.md#sessions',
    text: 'A `session_id` used in the workspace is 409, ended or not, and the session stays unchanged.',
  },
  'sessions.start.global-409': {
    section: 'docs/specification.md#sessions',
    text: 'A `session_id` used in another workspace is 409: it is unique across all workspaces.',
  },
  'sessions.start.project-default': {
    section: 'docs/specification.md#sessions',
    text: 'In session start, `project_name` is `""` by default.',
  },
  'sessions.start.branch-default': {
    section: 'docs/specification.md#sessions',
    text: 'In session start, `branch_name` is `""` by default.',
  },
  'sessions.start.user-id-default': {
    section: 'docs/specification.md#sessions',
    text: 'In session start, `user_id` is null by default.',
  },
  'sessions.start.user-id-max-255': {
    section: 'docs/specification.md#sessions',
    text: 'A `user_id` of 255 characters works; one of 256 is 422.',
  },
  'sessions.start.user-email-default': {
    section: 'docs/specification.md#sessions',
    text: 'In session start, `user_email` is null by default.',
  },
  'sessions.start.user-email-max-254': {
    section: 'docs/specification.md#sessions',
    text: 'A `user_email` of 254 characters works; one of 255 is 422.',
  },
  'sessions.start.metadata-default': {
    section: 'docs/specification.md#sessions',
    text: 'In session start, `metadata_json` is `{}` by default.',
  },
  'sessions.start.metadata-returned': {
    section: 'docs/specification.md#sessions',
    text: 'In session start, `metadata` of the request is returned as `metadata_json`.',
  },
  'sessions.start.concurrent': {
    section: 'docs/specification.md#sessions',
    text: 'Of 50 parallel starts of one `session_id` exactly one gets 201, the others 409.',
  },
  'sessions.get.ok': {
    section: 'docs/specification.md#sessions',
    text: 'GET of a session answers 200 with the session object.',
  },
  'sessions.get.unknown-404': {
    section: 'docs/specification.md#sessions',
    text: 'GET of an unknown or foreign session is 404.',
  },
  'sessions.get.by-session-id': {
    section: 'docs/specification.md#sessions',
    text: 'Paths take the external `session_id`; the internal `id` is 404.',
  },
  'sessions.get.encoded-session-id': {
    section: 'docs/specification.md#sessions',
    text: 'A `session_id` with slashes, spaces or Unicode is reachable percent-encoded.',
  },
  'sessions.list.ok': {
    section: 'docs/specification.md#sessions',
    text: 'GET list answers 200 with `{count, results}`.',
  },
  'sessions.list.count-total': {
    section: 'docs/specification.md#sessions',
    text: 'In the session list, `count` is the number of sessions of the workspace, not of the page.',
  },
  'sessions.list.fields': {
    section: 'docs/specification.md#sessions',
    text: 'A result has exactly `session_id`, `project_name`, `branch_name`, `is_active`, `started_at`, `ended_at`, `summary`.',
  },
  'sessions.list.order': {
    section: 'docs/specification.md#sessions',
    text: 'Results are ordered by `started_at` descending.',
  },
  'sessions.list.limit-default-20': {
    section: 'docs/specification.md#sessions',
    text: 'In the session list, `limit` is 20 by default.',
  },
  'sessions.list.limit-min-1': {
    section: 'docs/specification.md#sessions',
    text: 'In the session list, `limit` 1 works; 0 is 422.',
  },
  'sessions.list.limit-max-100': {
    section: 'docs/specification.md#sessions',
    text: 'In the session list, `limit` 100 works; 101 is 422.',
  },
  'sessions.list.offset': {
    section: 'docs/specification.md#sessions',
    text: 'In the session list, `offset` is 0 by default and skips that many; negative is 422.',
  },
  'sessions.list.own-workspace': {
    section: 'docs/specification.md#sessions',
    text: 'Only sessions of the workspace are listed and counted.',
  },
  'sessions.patch.metadata-replaced': {
    section: 'docs/specification.md#sessions',
    text: 'PATCH `metadata` replaces `metadata_json` entirely.',
  },
  'sessions.patch.summary': {
    section: 'docs/specification.md#sessions',
    text: 'PATCH `summary` overrides the summary.',
  },
  'sessions.patch.ended': {
    section: 'docs/specification.md#sessions',
    text: 'PATCH works on active and on ended sessions and keeps their state.',
  },
  'sessions.patch.ok': {
    section: 'docs/specification.md#sessions',
    text: 'PATCH answers 200 with the session object and sets `updated_at`.',
  },
  'sessions.patch.immutable': {
    section: 'docs/specification.md#sessions',
    text: 'In a session, `session_id` and `workspace_id` in a PATCH change nothing.',
  },
  'sessions.patch.unknown-404': {
    section: 'docs/specification.md#sessions',
    text: 'PATCH of an unknown or foreign session is 404.',
  },
  'sessions.start.session-id-blank-422': {
    section: 'docs/decisions/sessions.md#35-ending-a-session-twice',
    text: 'An empty or blank `session_id` is 422.',
  },
  'sessions.start.409-silent': {
    section: 'docs/decisions/sessions.md#37-used-session-identifiers',
    text: 'The 409 for a used `session_id` is the same whoever owns it.',
  },
  'sessions.metadata.max-32-kib': {
    section: 'docs/decisions/sessions.md#38-metadata-and-late-observations',
    text: '`metadata` of 32 KiB of JSON works; more is 422, at start and in PATCH.',
  },
  'sessions.metadata.depth-32': {
    section: 'docs/decisions/sessions.md#38-metadata-and-late-observations',
    text: '`metadata` of depth 32 works; deeper is 422.',
  },
  'sessions.metadata.object': {
    section: 'docs/decisions/sessions.md#38-metadata-and-late-observations',
    text: '`metadata` that is no object is 422.',
  },
  'sessions.user-email-free': {
    section: 'docs/decisions/sessions.md#38-metadata-and-late-observations',
    text: '`user_email` is not validated beyond its length.',
  },
  'sessions.user-id-opaque': {
    section: 'docs/specification.md#session-object',
    text: '`user_id` is kept as given, opaque, and has no bearing on access.',
  },
} as const satisfies Record<string, Requirement>;
