-- listWorkspaceIds in packages/db/src/workspaces/list-workspace-ids.ts

select
  (w.id)::text as "id"
from
  workspaces w
where
  w.id > $1::uuid
order by
  w.id
limit
  $2::int
