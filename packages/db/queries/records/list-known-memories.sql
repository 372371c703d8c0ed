-- listKnownMemories in packages/db/src/records/known-records.ts

with
  given as materialized (
    select
      *
    from
      jsonb_to_recordset($1::jsonb) g (id uuid, memory_id text)
  )
select
  (m.id)::text as "id",
  (m.memory_id)::text as "memory_id",
  (m.content_digest)::text as "content_digest",
  (m.memory_type)::text as "memory_type",
  (coalesce(m.base_importance, m.importance_score))::float8 as "importance_score",
  (m.confidence_score)::float8 as "confidence_score",
  to_json(coalesce(m.updated_at, m.created_at)) #>> '{}' as "changed_at",
  (m.revision)::int as "revision"
from
  (
    select
      m.id
    from
      given g
      join memories m on m.workspace_id = $2::uuid
      and m.id = g.id
    union
    select
      m.id
    from
      given g
      join memories m on m.workspace_id = $3::uuid
      and m.memory_id = g.memory_id
  ) k
  cross join lateral (
    select
      m.*
    from
      memories m
    where
      m.workspace_id = $4::uuid
      and m.id = k.id
    offset
      0
  ) m
