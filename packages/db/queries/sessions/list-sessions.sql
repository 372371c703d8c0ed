-- listSessions in packages/db/src/sessions/list-sessions.ts

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
          $1::uuid id,
          1 place,
          (
            select
              to_json(count(*))
            from
              sessions s
            where
              s.workspace_id = $2::uuid
          ) extra,
          'null'::json body
        union all
        (
          select
            s.id,
            (
              row_number() over (
                order by
                  s.started_at desc,
                  s.id desc
              ) - $3::int + 1
            )::int place,
            null::json extra,
            json_build_object(
              'session_id',
              s.session_id,
              'project_name',
              s.project_name,
              'branch_name',
              s.branch_name,
              'is_active',
              s.is_active,
              'started_at',
              s.started_at,
              'ended_at',
              s.ended_at,
              'summary',
              s.summary
            ) body
          from
            sessions s
          where
            s.workspace_id = $4::uuid
          order by
            s.started_at desc,
            s.id desc
          limit
            $5::int
          offset
            $6::int
        )
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
