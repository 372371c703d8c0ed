-- forgetTraining in packages/db/src/jobs/upkeep.ts

update workspace_statistics
set
  trained_memories = 0
where
  workspace_id = $1::uuid
