-- findWorkspace in packages/db/src/workspaces/workspaces.ts

select
  w.id::text workspace_id,
  w.language,
  w.secrets,
  s.model,
  coalesce(s.memories, 0) memories,
  coalesce(s.has_semantic_index, false) has_semantic_index,
  array_to_json(w.tombstone_salts)::text tombstone_salts,
  (
    select
      coalesce(
        json_agg(
          g.terms
          order by
            g.created_at,
            g.id
        ),
        '[]'
      )::text
    from
      glossary_groups g
    where
      g.workspace_id = w.id
  ) glossary
from
  workspaces w
  left join workspace_statistics s on s.workspace_id = w.id
where
  w.id = $1::uuid /* planned once */
