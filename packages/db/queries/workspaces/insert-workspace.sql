-- insertWorkspace in packages/db/src/workspaces/workspaces.ts

with
  created as (
    insert into
      workspaces (id, name, language, created_at)
    values
      ($1::uuid, $2::text, $3::text, $4::timestamptz)
    on conflict (name) do nothing
    returning
      id
  ),
  counted as (
    insert into
      workspace_statistics (workspace_id)
    select
      id
    from
      created
  )
select
  id::text id
from
  created
