import { under } from '../requirement.ts';

/** Sessions: start, list, read, update. */
export const sessions = under({
  'docs/specification.md#session-object': {
    'sessions.object.fields':
      'A session object has exactly `id`, `session_id`, `workspace_id`, `project_name`, `branch_name`, `user_id`, `user_email`, `is_active`, `started_at`, `ended_at`, `summary`, `metadata_json`, `created_at`, `updated_at`.',
    'sessions.object.no-metadata': 'No answer has a field `metadata`.',
    'sessions.object.updated-at-null': '`updated_at` is null at start.',
    'sessions.user-id-opaque': '`user_id` is kept as given, opaque, and has no bearing on access.',
  },
  'docs/specification.md#sessions': {
    'sessions.start.created':
      'POST start answers 201 with the session object: `is_active` true, `ended_at` null, `summary` null.',
    'sessions.start.session-id-required': 'A missing `session_id` is 422.',
    'sessions.start.session-id-max-255': 'A `session_id` of 255 characters works; one of 256 is 422.',
    'sessions.start.duplicate-409':
      'A `session_id` used in the workspace is 409, ended or not, and the session stays unchanged.',
    'sessions.start.global-409':
      'A `session_id` used in another workspace is 409: it is unique across all workspaces.',
    'sessions.start.project-default': 'In session start, `project_name` is `""` by default.',
    'sessions.start.branch-default': 'In session start, `branch_name` is `""` by default.',
    'sessions.start.user-id-default': 'In session start, `user_id` is null by default.',
    'sessions.start.user-id-max-255': 'A `user_id` of 255 characters works; one of 256 is 422.',
    'sessions.start.user-email-default': 'In session start, `user_email` is null by default.',
    'sessions.start.user-email-max-254': 'A `user_email` of 254 characters works; one of 255 is 422.',
    'sessions.start.metadata-default': 'In session start, `metadata_json` is `{}` by default.',
    'sessions.start.metadata-returned':
      'In session start, `metadata` of the request is returned as `metadata_json`.',
    'sessions.start.concurrent':
      'Of 50 parallel starts of one `session_id` exactly one gets 201, the others 409.',
    'sessions.get.ok': 'GET of a session answers 200 with the session object.',
    'sessions.get.unknown-404': 'GET of an unknown or foreign session is 404.',
    'sessions.get.by-session-id': 'Paths take the external `session_id`; the internal `id` is 404.',
    'sessions.get.encoded-session-id':
      'A `session_id` with slashes, spaces or Unicode is reachable percent-encoded.',
    'sessions.list.ok': 'GET list answers 200 with `{count, results}`.',
    'sessions.list.count-total':
      'In the session list, `count` is the number of sessions of the workspace, not of the page.',
    'sessions.list.fields':
      'A result has exactly `session_id`, `project_name`, `branch_name`, `is_active`, `started_at`, `ended_at`, `summary`.',
    'sessions.list.order': 'Results are ordered by `started_at` descending.',
    'sessions.list.limit-default-20': 'In the session list, `limit` is 20 by default.',
    'sessions.list.limit-min-1': 'In the session list, `limit` 1 works; 0 is 422.',
    'sessions.list.limit-max-100': 'In the session list, `limit` 100 works; 101 is 422.',
    'sessions.list.offset':
      'In the session list, `offset` is 0 by default and skips that many; negative is 422.',
    'sessions.list.own-workspace': 'Only sessions of the workspace are listed and counted.',
    'sessions.patch.metadata-replaced': 'PATCH `metadata` replaces `metadata_json` entirely.',
    'sessions.patch.summary': 'PATCH `summary` overrides the summary.',
    'sessions.patch.ended': 'PATCH works on active and on ended sessions and keeps their state.',
    'sessions.patch.ok': 'PATCH answers 200 with the session object and sets `updated_at`.',
    'sessions.patch.immutable': 'In a session, `session_id` and `workspace_id` in a PATCH change nothing.',
    'sessions.patch.unknown-404': 'PATCH of an unknown or foreign session is 404.',
  },
  'docs/decisions/sessions.md#35-ending-a-session-twice': {
    'sessions.start.session-id-blank-422': 'An empty or blank `session_id` is 422.',
  },
  'docs/decisions/sessions.md#37-used-session-identifiers': {
    'sessions.start.409-silent': 'The 409 for a used `session_id` is the same whoever owns it.',
  },
  'docs/decisions/sessions.md#38-metadata-and-late-observations': {
    'sessions.metadata.max-32-kib': '`metadata` of 32 KiB of JSON works; more is 422, at start and in PATCH.',
    'sessions.metadata.depth-32': '`metadata` of depth 32 works; deeper is 422.',
    'sessions.metadata.object': '`metadata` that is no object is 422.',
    'sessions.user-email-free': '`user_email` is not validated beyond its length.',
  },
});
