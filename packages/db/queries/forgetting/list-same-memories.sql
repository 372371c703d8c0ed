-- listSameMemories in packages/db/src/forgetting/meant-memories.ts

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
          p.id,
          p.place,
          null::json extra,
          json_build_object(
            'memory',
            json_build_object('id', m.id, 'memory_id', m.memory_id),
            'title',
            m.title,
            'narrative',
            m.narrative,
            'created_at',
            m.created_at
          ) body
        from
          (
            select
              s.id,
              (
                row_number() over (
                  order by
                    s.id
                )
              )::int place
            from
              (
                select
                  m.id
                from
                  memories m
                where
                  m.workspace_id = $1::uuid
                  and m.id = any ($2::uuid[])
                union
                select
                  m.id
                from
                  (
                    select
                      memory_text_key (g.title, g.narrative) text_key
                    from
                      memories g
                    where
                      g.workspace_id = $3::uuid
                      and g.id = any ($4::uuid[])
                    offset
                      0
                  ) g
                  cross join lateral (
                    select
                      m.id
                    from
                      memories m
                    where
                      m.workspace_id = $5::uuid
                      and memory_text_key (m.title, m.narrative) = g.text_key
                    offset
                      0
                  ) m
              ) s
            where
              s.id > $6::uuid
            order by
              s.id
            limit
              $7::int
          ) p
          join memories m on m.workspace_id = $8::uuid
          and m.id = p.id
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
