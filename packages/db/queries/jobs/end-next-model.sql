-- endNextModel in packages/db/src/jobs/upkeep.ts

update workspace_statistics
set
  next_model = null,
  next_model_at = null
where
  workspace_id = $1::uuid
  and next_model = $2::text
