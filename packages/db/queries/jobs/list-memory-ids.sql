-- listMemoryIds in packages/db/src/jobs/list-memory-ids.ts

select
  (id)::text as "id"
from
  memories m
where
  m.workspace_id = $1::uuid
  and (
    $2::uuid is null
    or m.id > $3::uuid
  )
order by
  m.id
limit
  $4::int
