-- listMemoryTitles in packages/db/src/browse/list-memory-titles.ts

select
  (m.id)::text as "id",
  (m.memory_id)::text as "memory_id",
  (m.title)::text as "title",
  (m.memory_type)::text as "memory_type",
  (g.reason)::text as "code"
from
  memories m
  left join memory_grounds g on g.workspace_id = m.workspace_id
  and g.memory_id = m.id
  and g.verdict in ('moved', 'changed', 'gone', 'obsolete')
where
  m.workspace_id = $1::uuid
order by
  m.importance_score desc,
  m.created_at desc,
  m.id
limit
  $2::int
offset
  $3::int
