-- readSymbols in packages/db/src/code/code-symbol-row.ts

with
  $1,
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
          (
            row_number() over (
              order by
                p.place
            )
          )::int place,
          p.extra,
          json_build_object(
            'id',
            s.id,
            'kind',
            s.kind,
            'name',
            s.name,
            'qualified_name',
            s.qualified_name,
            'class_name',
            s.class_name,
            'start_line',
            s.start_line,
            'end_line',
            s.end_line,
            'signature',
            s.signature,
            'doc',
            s.doc,
            'path',
            f.path,
            'language',
            f.language,
            'repository',
            r.name,
            'is_pending',
            r.unresolved_since is not null
          ) body
        from
          ($2) p
          join (
            select
              *
            from
              code_symbols
            where
              workspace_id = $3::uuid
          ) s
          join code_files f on f.workspace_id = s.workspace_id
          and f.id = s.file_id
          join code_repositories r on r.workspace_id = f.workspace_id
          and r.id = f.repository_id on s.id = p.id
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
