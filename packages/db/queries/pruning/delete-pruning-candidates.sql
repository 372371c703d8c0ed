-- deletePruningCandidates in packages/db/src/pruning/pruning-candidates.ts

delete from memories m using memory_counters c
where
  m.workspace_id = $1::uuid
  and m.id = any ($2::uuid[])
  and c.workspace_id = m.workspace_id
  and c.memory_id = m.id
  and m.importance_score < $3::float8
  and m.created_at < $4::timestamptz
  and coalesce(c.last_accessed_at, '-infinity') < $5::timestamptz
  and (
    select
      set_config('memory.change', $6::text, true)
  ) is not null
returning
  (m.id)::text as "id"
