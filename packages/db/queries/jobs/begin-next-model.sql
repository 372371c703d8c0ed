-- beginNextModel in packages/db/src/jobs/upkeep.ts

update workspace_statistics
set
  next_model = $1::text,
  next_model_at = now(),
  trained_memories = coalesce($2::int, trained_memories),
  changes_since_training = case
    when $3::int is null then changes_since_training
    else 0
  end
where
  workspace_id = $4::uuid
  and next_model is not distinct from $5::text
returning
  1 as begun
