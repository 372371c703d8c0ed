-- listForgettingParts in packages/db/src/forgetting/forgetting-parts.ts

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
          lpad(to_hex(p.part), 32, '0')::uuid id,
          (
            row_number() over (
              order by
                p.part
            )
          )::int place,
          null::json extra,
          json_build_object('found', p.found) body
        from
          forgetting_parts p
        where
          p.workspace_id = $1::uuid
          and p.run = $2::uuid
          and p.part >= $3::int
        order by
          p.part
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
