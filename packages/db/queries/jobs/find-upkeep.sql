-- findUpkeep in packages/db/src/jobs/upkeep.ts

select
  (memories)::int as "memories",
  (changes)::int as "changes",
  (changes_since_training)::int as "changesSinceTraining",
  (trained_memories)::int as "trainedMemories",
  (
    extract(
      epoch
      from
        now() - refreshed_at
    )
  )::float8 as "secondsSinceRefresh",
  (
    (
      select
        count(*)
      from
        (
          select
          from
            memory_counters c
          where
            c.workspace_id = $1::uuid
            and c.content_hash is null
          limit
            10000
        ) w
    )
  )::int as "waiting",
  (next_model)::text as "nextModel",
  (
    extract(
      epoch
      from
        now() - next_model_at
    )
  )::float8 as "silentSeconds"
from
  workspace_statistics
where
  workspace_id = $2::uuid
