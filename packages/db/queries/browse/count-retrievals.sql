-- countRetrievals in packages/db/src/browse/count-retrievals.ts

with
  found as materialized (
    select
      memory_id
    from
      memory_counters
    where
      workspace_id = $1::uuid
      and memory_id = any ($2::uuid[])
    order by
      memory_id
    for update
  )
update memory_counters c
set
  retrieval_count = c.retrieval_count + 1
from
  found f
where
  c.workspace_id = $3::uuid
  and c.memory_id = f.memory_id
