-- deleteSession in packages/db/src/forgetting/forget-rows.ts

update feedback f
set
  session_id = null
where
  f.workspace_id = $1::uuid
  and f.session_id = $2::text

delete from sessions s
where
  s.workspace_id = $1::uuid
  and s.session_id = $2::text
  and not exists (
    select
    from
      memories m
    where
      m.workspace_id = s.workspace_id
      and m.source_session_id = s.session_id
  )
