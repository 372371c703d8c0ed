-- deleteSession in packages/db/src/forgetting/forget-rows.ts

update feedback f
set
  session_id = null
from
  sessions s
where
  s.workspace_id = $1::uuid
  and s.id = $2::uuid
  and f.workspace_id = s.workspace_id
  and f.session_id = s.session_id

delete from sessions s
where
  s.workspace_id = $1::uuid
  and s.id = $2::uuid
  and not exists (
    select
    from
      memories m
    where
      m.workspace_id = s.workspace_id
      and m.source_session_id = s.session_id
  )
