-- switchModel in packages/db/src/embedding/switch-model.ts

update workspace_statistics
set
  model = $1::text
where
  workspace_id = $2::uuid
