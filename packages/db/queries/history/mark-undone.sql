-- markUndone in packages/db/src/history/undo-changes.ts

update memory_changes c
set
  undone_at = $1::timestamptz
where
  c.workspace_id = $2::uuid
  and c.id = any ($3::uuid[])
