-- deleteWorkspaceRow in packages/db/src/workspaces/empty-workspace.ts

delete from workspaces
where
  id = $1::uuid
