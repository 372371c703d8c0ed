-- findSession in packages/db/src/sessions/find-session.ts

with
  selected as materialized (
    select
      id,
      place,
      extra,
      body::text body
    from
      (
        select
          s.id,
          1 place,
          null::json extra,
          json_build_object(
            'id',
            s.id,
            'session_id',
            s.session_id,
            'workspace_id',
            s.workspace_id,
            'project_name',
            s.project_name,
            'branch_name',
            s.branch_name,
            'user_id',
            s.user_id,
            'user_email',
            s.user_email,
            'is_active',
            s.is_active,
            'started_at',
            s.started_at,
            'ended_at',
            s.ended_at,
            'summary',
            s.summary,
            'metadata_json',
            s.metadata_json,
            'created_at',
            s.created_at,
            'updated_at',
            s.updated_at
          ) body
        from
          sessions s
        where
          s.workspace_id = $1::uuid
          and s.session_id = $2::text
      ) s
  ),
  sized as materialized (
    select
      *,
      octet_length(body) bytes,
      (char_length(body) - 1) / 15000 + 1 pieces,
      sum(octet_length(body)) over (
        order by
          place
      ) running
    from
      selected
  )
select
  (place)::int as "place",
  (pieces)::int as "pieces",
  (part)::text as "part"
from
  (
    select
      0 place,
      0 pieces,
      -1 n,
      coalesce(
        json_agg(
          json_build_array(id, extra, bytes)
          order by
            place
        )::text,
        '[]'
      ) part
    from
      sized
    union all
    select
      place,
      pieces,
      n,
      substr(body, n * 15000 + 1, 15000)
    from
      sized,
      generate_series(0, pieces - 1) n
    where
      running <= 500000
      or place = 1
  ) answer
order by
  place,
  n
