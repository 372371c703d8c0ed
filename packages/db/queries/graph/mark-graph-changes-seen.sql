-- markGraphChangesSeen in packages/db/src/graph/graph-changes.ts

update graph_changes
set
  seen = true
where
  workspace_id = $1::uuid
  and not seen
