-- endIdleSessions in packages/db/src/sessions/end-idle-sessions.ts

with
  idle as materialized (
    select
      s.id,
      greatest(
        s.last_sign_of_life,
        (
          select
            max(m.created_at)
          from
            memories m
          where
            m.workspace_id = s.workspace_id
            and m.source_session_id = s.session_id
        ),
        (
          select
            max(f.created_at)
          from
            feedback f
          where
            f.workspace_id = s.workspace_id
            and f.session_id = s.session_id
        )
      ) sign
    from
      sessions s
    where
      s.workspace_id = $1::uuid
      and s.is_active
      and s.last_sign_of_life < $2::timestamptz
  )
update sessions s
set
  is_active = false,
  ended_at = i.sign,
  requested_count = s.observation_count,
  summary_due_at = $3::timestamptz,
  summary_attempts = 0
from
  (
    select
      *
    from
      idle
    where
      sign < $4::timestamptz
    order by
      sign,
      id
    limit
      $5::int
  ) i
where
  s.workspace_id = $6::uuid
  and s.id = i.id
  and s.is_active
  and s.last_sign_of_life < $7::timestamptz
returning
  (s.id)::text as "id"
