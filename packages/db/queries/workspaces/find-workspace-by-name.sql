-- findWorkspaceByName in packages/db/src/workspaces/workspaces.ts

select
  id::text id
from
  workspaces
where
  name = $1::text
