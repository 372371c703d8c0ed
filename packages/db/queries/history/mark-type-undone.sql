-- markTypeUndone in packages/db/src/history/undo-changes.ts

update type_changes t
set
  undone_at = $1::timestamptz
where
  t.workspace_id = $2::uuid
  and t.memory_id = any ($3::uuid[])
  and t.undone_at is null
