-- touchNextModel in packages/db/src/jobs/upkeep.ts

update workspace_statistics
set
  next_model_at = now()
where
  workspace_id = $1::uuid
  and next_model = $2::text
returning
  (memories)::int as "memories",
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
            c.workspace_id = $3::uuid
            and c.content_hash is null
          limit
            10000
        ) w
    )
  )::int as "waiting"
