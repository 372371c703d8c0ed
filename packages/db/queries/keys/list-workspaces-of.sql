-- listWorkspacesOf in packages/db/src/keys/memberships.ts

select
  json_build_object(
    'id',
    w.id,
    'name',
    w.name,
    'scope',
    m.scope,
    'memories',
    (
      select
        count(*)
      from
        memories held
      where
        held.workspace_id = w.id
    )
  )::text body
from
  memberships m
  join workspaces w on w.id = m.workspace_id
where
  m.issuer = $1::text
  and m.subject = $2::text
order by
  w.name
limit
  1000
