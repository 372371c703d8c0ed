-- findWorkspace in packages/db/src/workspaces/workspaces.ts

select
  w.id::text workspace_id,
  w.language,
  w.secrets,
  s.model,
  coalesce(s.memories, 0) memories,
  coalesce(s.has_semantic_index, false) has_semantic_index,
  array_to_json(w.tombstone_salts)::text tombstone_salts
from
  workspaces w
  left join workspace_statistics s on s.workspace_id = w.id
where
  w.id = $1::uuid
