-- listSessionObservations in packages/db/src/observations/list-observations.ts

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
          o.id,
          (
            row_number() over (
              order by
                o.occurred_at,
                o.id
            )
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
            left(o.content, $1::int),
            'occurred_at',
            o.occurred_at,
            'created_at',
            o.created_at,
            'is_processed',
            o.processed_at is not null
          ) body
        from
          observations o
        where
          o.workspace_id = $2::uuid
          and o.session_row_id = $3::uuid
          and o.processed_at is null
        order by
          o.occurred_at,
          o.id
        limit
          $4::int
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
