-- findWorkspaceProfile in packages/db/src/workspaces/workspaces.ts

select
  json_build_object('name', name, 'language', language, 'created_at', created_at)::text body
from
  workspaces
where
  id = $1::uuid
