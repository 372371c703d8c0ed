-- readInsight in packages/db/src/browse/read-insight.ts

select
  (
    coalesce(
      (
        select
          json_object_agg(memory_type, n)
        from
          (
            select
              memory_type,
              count(*) n
            from
              memories
            where
              workspace_id = w.id
            group by
              memory_type
          ) t
      ),
      '{}'
    )
  )::text as "memories",
  (
    coalesce(
      (
        select
          json_object_agg(relationship_type, n)
        from
          (
            select
              relationship_type,
              count(*) n
            from
              relationships
            where
              workspace_id = w.id
            group by
              relationship_type
          ) t
      ),
      '{}'
    )
  )::text as "relationships",
  (
    (
      select
        count(*)
      from
        observations
      where
        workspace_id = w.id
        and processed_at is null
    )
  )::int as "pending_observations",
  to_json(
    (
      select
        max(created_at)
      from
        memories
      where
        workspace_id = w.id
    )
  ) #>> '{}' as "last_memory_added_at",
  to_json(
    (
      select
        max(discovered_at)
      from
        memory_counters
      where
        workspace_id = w.id
    )
  ) #>> '{}' as "last_discovery_run_at"
from
  (
    select
      $1::uuid id
  ) w
