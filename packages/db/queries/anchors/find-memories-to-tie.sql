-- findMemoriesToTie in packages/db/src/anchors/find-memories-to-tie.ts

select
  (m.id)::text as "id",
  (m.memory_id)::text as "memory_id",
  (m.revision)::int as "revision"
from
  memories m
  left join memory_grounds g on g.workspace_id = m.workspace_id
  and g.memory_id = m.id
where
  m.workspace_id = $1::uuid
  and m.id = any ($2::uuid[])
  and coalesce(g.verdict <> 'obsolete', true)
  and not exists (
    select
    from
      memory_anchors a
    where
      a.workspace_id = m.workspace_id
      and a.memory_id = m.id
      and a.source = 'settled'
      and g.revision = m.revision
  )
