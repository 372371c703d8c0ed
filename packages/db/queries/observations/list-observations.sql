-- listObservations in packages/db/src/observations/list-observations.ts

with
  target as materialized (
    select
      s.*
    from
      sessions s
    where
      s.workspace_id = $1::uuid
      and s.session_id = $2::text
  ),
  selected as materialized (
    select
      id,
      place,
      extra,
      body::text body
    from
      (
        select
          t.id,
          1 place,
          to_json(t.observation_count) extra,
          'null'::json body
        from
          target t
        union all
        (
          select
            o.id,
            (
              row_number() over (
                order by
                  o.occurred_at,
                  o.id
              ) - $3::int + 1
            )::int place,
            null::json extra,
            json_build_object(
              'id',
              o.id,
              'event_id',
              o.event_id,
              'kind',
              o.kind,
              'tool_name',
              o.tool_name,
              'files',
              o.files,
              'content',
              o.content,
              'occurred_at',
              o.occurred_at,
              'created_at',
              o.created_at,
              'is_processed',
              o.processed_at is not null
            ) body
          from
            target t
            join observations o on o.workspace_id = t.workspace_id
            and o.session_row_id = t.id
          order by
            o.occurred_at,
            o.id
          limit
            $4::int
          offset
            $5::int
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
