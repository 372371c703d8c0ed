-- listChanges in packages/db/src/history/list-changes.ts

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
          c.id,
          p.place,
          null::json extra,
          json_build_object(
            'id',
            c.id,
            'memory',
            json_build_object('id', c.memory_row_id, 'memory_id', c.memory_id),
            'title',
            coalesce(c.before ->> 'title', c.before #>> '{memories,0,title}', m.title),
            'kind',
            c.kind,
            'author',
            c.author,
            'via',
            c.via,
            'batch',
            c.batch,
            'before',
            coalesce(c.before #> '{memories,0}', c.before),
            'changed_at',
            c.changed_at,
            'undone_at',
            c.undone_at
          ) body
        from
          (
            select
              c.id,
              (
                row_number() over (
                  order by
                    c.id desc
                )
              )::int place
            from
              memory_changes c
            where
              c.workspace_id = $1::uuid
              and c.id < $2::uuid
              and c.batch = $3::text
              and c.memory_row_id = $4::uuid
            order by
              c.id desc
            limit
              $5::int
          ) p
          join memory_changes c on c.workspace_id = $6::uuid
          and c.id = p.id
          left join memories m on m.workspace_id = c.workspace_id
          and m.id = c.memory_row_id
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
