-- deleteWorkspaceRow in packages/db/src/workspaces/empty-workspace.ts

delete from workspaces
where
  id = $1::uuid

delete from search_changes
where
  workspace_id = $1::uuid

delete from graph_changes
where
  workspace_id = $1::uuid
