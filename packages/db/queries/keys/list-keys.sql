-- listKeys in packages/db/src/keys/keys.ts

select
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
from
  api_keys
where
  workspace_id = $1::uuid
order by
  created_at,
  id
limit
  1000
