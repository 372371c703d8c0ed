-- recalculateImportance in packages/db/src/importance/recalculate-importance.ts

with
  page as materialized (
    select
      m.id
    from
      memories m
    where
      m.workspace_id = $1::uuid
      and m.id > $2::uuid
    order by
      m.id
    limit
      $3::int
  ),
  weighed as materialized (
    select
      m.id,
      coalesce(m.base_importance, m.importance_score) base,
      case
        when (
          exists (
            select
            from
              relationships r
            where
              r.workspace_id = $4::uuid
              and r.target_id = m.id
              and (
                r.relationship_type = 'supersedes'
                or r.relationship_type = 'contradicts'
                and r.discovery_method = 'manual'
              )
          )
          or exists (
            select
            from
              memory_grounds lost
            where
              lost.workspace_id = $5::uuid
              and lost.memory_id = m.id
              and lost.verdict = 'obsolete'
          )
        ) then 0.5
        else 1
      end * recalculated_importance (
        coalesce(m.base_importance, m.importance_score),
        m.confidence_score,
        c.feedback_positive_count,
        c.feedback_negative_count,
        c.access_count,
        c.retrieval_count,
        greatest(
          0,
          ($6::timestamptz at time zone 'UTC')::date - (greatest(m.created_at, m.updated_at, c.last_accessed_at) at time zone 'UTC')::date
        )
      ) importance
    from
      page p
      join memories m on m.workspace_id = $7::uuid
      and m.id = p.id
      join memory_counters c on c.workspace_id = m.workspace_id
      and c.memory_id = m.id
  ),
  changed as (
    update memories m
    set
      importance_score = w.importance,
      base_importance = w.base
    from
      weighed w
    where
      m.workspace_id = $8::uuid
      and m.id = w.id
      and m.importance_score <> w.importance
      -- Else a person has given another importance meanwhile.
      and coalesce(m.base_importance, m.importance_score) = w.base
    returning
      1
  )
select
  (
    (
      select
        id
      from
        page
      order by
        id desc
      limit
        1
    )
  )::text as "last",
  (
    (
      select
        count(*)
      from
        changed
    )
  )::int as "changed"
