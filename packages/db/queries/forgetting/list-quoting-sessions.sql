-- listQuotingSessions in packages/db/src/forgetting/forget-rows.ts

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
          s.id,
          (
            row_number() over (
              order by
                s.id
            )
          )::int place,
          null::json extra,
          json_build_object('id', s.id, 'session_id', s.session_id, 'summary', s.summary, 'metadata', s.metadata_json) body
        from
          sessions s
        where
          s.workspace_id = $1::uuid
          and (
            s.session_id = $2::text
            or exists (
              select
              from
                (
                  select
                    plain_text (s.summary) plain
                  offset
                    0
                ) t,
                unnest(
                  (
                    select
                      array_agg(plain_text (g.phrase))
                    from
                      jsonb_array_elements_text($3::jsonb) g (phrase)
                  )
                ) p (phrase)
              where
                position(p.phrase in t.plain) > 0
            )
            or exists (
              select
              from
                (
                  select
                    plain_text (s.metadata_json::text) plain
                  offset
                    0
                ) t,
                unnest(
                  (
                    select
                      array_agg(plain_text (g.phrase))
                    from
                      jsonb_array_elements_text($4::jsonb) g (phrase)
                  )
                ) p (phrase)
              where
                position(p.phrase in t.plain) > 0
            )
          )
        order by
          s.id
        limit
          500
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
