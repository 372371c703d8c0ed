-- listLostGrounds in packages/db/src/anchors/list-lost-grounds.ts

select
  (m.id)::text as "id",
  (m.memory_id)::text as "memory_id",
  (g.reason)::text as "code"
from
  memories m
  join memory_grounds g on g.workspace_id = m.workspace_id
  and g.memory_id = m.id
where
  m.workspace_id = $1::uuid
  and m.id = any ($2::uuid[])
  and g.verdict in ('moved', 'changed', 'gone', 'obsolete')
