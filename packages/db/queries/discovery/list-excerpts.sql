-- listExcerpts in packages/db/src/discovery/list-excerpts.ts

select
  (m.id)::text as "id",
  (m.title)::text as "title",
  (m.memory_type)::text as "memory_type",
  (left(m.narrative, 600))::text as "excerpt",
  (m.content_digest)::text as "content_digest",
  to_json(m.created_at) #>> '{}' as "created_at"
from
  memories m
where
  m.workspace_id = $1::uuid
  and m.id = any ($2::uuid[])
