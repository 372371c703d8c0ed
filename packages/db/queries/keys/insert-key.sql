-- insertKey in packages/db/src/keys/keys.ts

insert into
  api_keys (workspace_id, id, name, scope, key_hash, prefix, created_at, expires_at)
select
  w.id,
::uuid,
::text,
::text,
::text,
::text,
  null::timestamptz,
  null::timestamptz
from
  workspaces w
where
  w.id = $1::uuid
returning
  json_build_object(
    'id',
    id,
    'name',
    name,
    'scope',
    scope,
    'prefix',
    prefix,
    'created_at',
    created_at,
    'expires_at',
    expires_at,
    'last_used_at',
    last_used_at,
    'revoked_at',
    revoked_at
  )::text body
