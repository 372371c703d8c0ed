-- deleteAccess in packages/db/src/workspaces/empty-workspace.ts

with
  keys as (
    delete from api_keys
    where
      workspace_id = $1::uuid
  )
delete from memberships
where
  workspace_id = $2::uuid
