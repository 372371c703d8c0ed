-- listTrainingTexts in packages/db/src/embedding/list-training-texts.ts

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
          m.id,
          (
            row_number() over (
              order by
                u.place
            )
          )::int place,
          null::json extra,
          json_build_object(
            'title',
            m.title,
            'narrative',
            left(m.narrative, 20000),
            'tags',
            m.tags,
            'concepts',
            m.concepts,
            'source_files',
            m.source_files
          ) body
        from
          unnest($1::uuid[]) with ordinality u (id, place)
          cross join lateral (
            select
              *
            from
              memories t
            where
              t.workspace_id = $2::uuid
              and t.id = u.id
            offset
              0
          ) m
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
