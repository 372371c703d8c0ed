-- listMeantMemories in packages/db/src/forgetting/meant-memories.ts

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
                or m.memory_id = any (
                  array(
                    select
                      jsonb_array_elements_text($3::jsonb)
                  )
                )
              )
              and position(
                plain_text ($4::text) in plain_text (
                  m.title || ' ' || m.narrative || ' ' || array_to_string(m.tags || m.concepts || m.source_files, ' ')
                )
              ) > 0
              and exists (
                select
                from
                  unnest(m.source_files) f (path)
                where
                  f.path = $5::text
                  or starts_with(f.path, $6::text)
              )
              and m.author = $7::text
              and (
                m.source_session_id = $8::text
                or m.id in (
                  select
                    c.memory_id
                  from
                    memory_sources c
                    join observations o on o.workspace_id = c.workspace_id
                    and o.id = c.observation_id
                    join sessions s on s.workspace_id = o.workspace_id
                    and s.id = o.session_row_id
                  where
                    c.workspace_id = $9::uuid
                    and s.session_id = $10::text
                )
              )
              and m.created_at >= $11::timestamptz
              and m.created_at < $12::timestamptz
              and m.id > $13::uuid
            order by
              m.id
            limit
              $14::int
          ) p
          join memories m on m.workspace_id = $15::uuid
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
