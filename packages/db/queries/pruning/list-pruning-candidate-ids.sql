-- listPruningCandidateIds in packages/db/src/pruning/pruning-candidates.ts

select
  (m.id)::text as "id"
from
  memories m
  join memory_counters c on c.workspace_id = m.workspace_id
  and c.memory_id = m.id
where
  m.workspace_id = $1::uuid
  and m.importance_score < $2::float8
  and m.created_at < $3::timestamptz
  and coalesce(c.last_accessed_at, '-infinity') < $4::timestamptz
  and m.id > $5::uuid
order by
  m.id
limit
  $6::int
