-- listWorkspacesWithDueSessions in packages/db/src/sessions/list-workspaces-with-due-sessions.ts

select
  (workspace_id)::text as "id"
from
  (
    select
      workspace_id
    from
      sessions
    where
      is_active
      and last_sign_of_life < $1::timestamptz
    union
    select
      workspace_id
    from
      sessions
    where
      summary_due_at is not null
      and summary_due_at <= $2::timestamptz
  ) w
order by
  workspace_id
