-- deleteSeenGraphChanges in packages/db/src/graph/graph-changes.ts

delete from graph_changes
where
  workspace_id = $1::uuid
  and seen
