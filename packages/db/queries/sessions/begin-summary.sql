-- beginSummary in packages/db/src/sessions/begin-summary.ts

with
  begun as (
    update sessions s
    set
      summary_attempts = s.summary_attempts + 1,
      summary_due_at = $1::timestamptz + interval '15 minutes' * power(2, least(s.summary_attempts, 6))
    where
      s.workspace_id = $2::uuid
      and s.id = $3::uuid
      and not s.is_active
      and (
        s.summarized_count is null
        or s.summarized_count < s.observation_count
      )
    returning
      s.*
  )
select
  (b.session_id)::text as "session_id",
  (b.project_name)::text as "project_name",
  (b.branch_name)::text as "branch_name",
  to_json(b.started_at) #>> '{}' as "started_at",
  to_json(b.ended_at) #>> '{}' as "ended_at",
  (b.started_at < b.created_at)::bool as "is_told_later",
  (b.metadata_json #>> '{import,batch}')::text as "import_batch",
  (
    case
      when b.summary_origin = 'job' then b.summary
    end
  )::text as "earlier_summary",
  (b.observation_count)::int as "observation_count",
  (b.summarized_count)::int as "summarized_count",
  (b.summary_attempts)::int as "attempts",
  (
    (
      select
        coalesce(
          json_agg(
            t.title
            order by
              t.created_at,
              t.id
          ),
          '[]'
        )
      from
        (
          select
            left(m.title, 150) title,
            m.created_at,
            m.id
          from
            memories m
          where
            m.workspace_id = b.workspace_id
            and m.source_session_id = b.session_id
            and not exists (
              select
              from
                memory_sources c
              where
                c.workspace_id = m.workspace_id
                and c.memory_id = m.id
            )
          order by
            m.created_at,
            m.id
          limit
            200
        ) t
    )
  )::text as "titles",
  (
    (
      select
        count(*)::int
      from
        memories m
      where
        m.workspace_id = b.workspace_id
        and m.source_session_id = b.session_id
        and exists (
          select
          from
            memory_sources c
          where
            c.workspace_id = m.workspace_id
            and c.memory_id = m.id
        )
    )
  )::int as "drawn_count"
from
  begun b
