-- listWorkspaces in packages/db/src/workspaces/workspaces.ts

select
  json_build_object(
    'id',
    w.id,
    'name',
    w.name,
    'language',
    w.language,
    'created_at',
    w.created_at,
    'memories',
    (
      select
        count(*)
      from
        memories m
      where
        m.workspace_id = w.id
    ),
    'active_keys',
    (
      select
        count(*)
      from
        api_keys k
      where
        k.workspace_id = w.id
        and k.revoked_at is null
    )
  )::text body
from
  workspaces w
where
  w.id > $1::uuid
order by
  w.id
limit
  $2::int
