-- countChanges in packages/db/src/history/undo-changes.ts

select
  (bool_and(c.undone_at is not null))::bool as "undone",
  (count(*))::int as "changes"
from
  memory_changes c
where
  c.workspace_id = $1::uuid
  and c.id = $2::uuid
