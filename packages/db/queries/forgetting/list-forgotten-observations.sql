-- listForgottenObservations in packages/db/src/forgetting/forget-rows.ts

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
                o.id
            )
          )::int place,
          null::json extra,
          json_build_object('id', o.id, 'content', o.content) body
        from
          observations o
        where
          o.workspace_id = $1::uuid
          and (
            o.id in (
              select
                c.observation_id
              from
                memory_sources c
              where
                c.workspace_id = $2::uuid
                and c.memory_id = any ($3::uuid[])
            )
            or o.session_row_id in (
              select
                s.id
              from
                sessions s
              where
                s.workspace_id = $4::uuid
                and s.session_id = $5::text
            )
            or exists (
              select
              from
                (
                  select
                    plain_text (o.content) plain
                  offset
                    0
                ) t,
                unnest(
                  (
                    select
                      array_agg(plain_text (g.phrase))
                    from
                      jsonb_array_elements_text($6::jsonb) g (phrase)
                  )
                ) p (phrase)
              where
                position(p.phrase in t.plain) > 0
            )
          )
        order by
          o.id
        limit
          $7::int
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
