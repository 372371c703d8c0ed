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
              m.id,
              (
                row_number() over (
                  order by
                    m.id
                )
              )::int place
            from
              memories m
            where
              m.workspace_id = $1::uuid
              and (
                m.id = any ($2::uuid[])
                or memory_text_key (m.title, m.narrative) in (
                  select
                    memory_text_key (g.title, g.narrative)
                  from
                    memories g
                  where
                    g.workspace_id = $3::uuid
                    and g.id = any ($4::uuid[])
                )
              )
            order by
              m.id
            limit
              $5::int
          ) p
          join memories m on m.workspace_id = $6::uuid
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
