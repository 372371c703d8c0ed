-- touchNextModel in packages/db/src/jobs/upkeep.ts

update workspace_statistics
set
  next_model_at = now()
where
  workspace_id = $1::uuid
  and next_model = $2::text
returning
  1 as touched
