import { under } from '../requirement.ts';

/** Creating, listing and revoking API keys. */
export const keys = under({
  'docs/decisions/http.md#41-keys-over-rest-workspaces-by-the-operator': {
    'keys.create.created':
      '`POST /api/v1/keys` with `name` and `scope` answers 201 with the key record and `key`, its secret.',
    'keys.create.secret-works': 'The `key` of the answer authenticates at once with its scope.',
    'keys.create.shown-once': 'The secret appears in the answer to its creation only, never in a list.',
    'keys.create.name-required': 'A missing `name` is 422.',
    'keys.create.scope-required': 'A missing `scope` is 422.',
    'keys.create.scope-values': '`scope` is `read`, `write` or `admin`; anything else is 422.',
    'keys.create.expires-at':
      'A key with `expires_at` works before that moment and is inactive, 401, from it on.',
    'keys.create.expires-at-invalid': 'An `expires_at` that is not a timestamp is 422.',
    'keys.list': '`GET /api/v1/keys` answers 200 with the keys of the workspace, without secrets and hashes.',
    'keys.list.own-workspace': 'The list never shows keys of another workspace.',
    'keys.revoke.no-content': '`DELETE /api/v1/keys/{id}` answers 204.',
    'keys.revoke.unknown-404': 'Revoking an unknown key or one of another workspace is 404.',
    'keys.revoke.last-admin-409': 'The last working admin key cannot be revoked: 409.',
    'keys.no-workspace-endpoint': 'No REST endpoint creates a workspace; only the operator command does.',
  },
});
