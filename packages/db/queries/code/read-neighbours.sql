-- readNeighbours in packages/db/src/code/read-neighbours.ts

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
          (
            select
              id,
              place,
              extra
            from
              (
                select
                  $1::uuid id,
                  0 place,
                  null::json extra
                union all
                (
                  select
                    other id,
                    $2::int + place + case
                      when kind = 'contains' then::int
                      else 0
                    end place,
                    json_build_object(
                      'direction',
                      direction,
                      'relation',
                      kind,
                      'confidence',
                      confidence,
                      'found_by',
                      found_by,
                      'line',
                      line,
                      'lines',
                      to_json(lines),
                      'references',
                      reference_count,
                      'total',
                      total
                    ) extra
                  from
                    (
                      select
                        e.*,
                        $3::text direction,
                        e.source_id other,
                        (
                          count(*) filter (
                            where
                              e.kind <> 'contains'
                          ) over ()
                        )::int total,
                        (
                          row_number() over (
                            partition by
                              e.kind = 'contains'
                            order by
                              $4::text = 'incoming'
                              and f.path ~::text,
                              array_position(array['calls', 'inherits', 'imports', 'contains'], e.kind),
                              e.confidence desc,
                              n.name,
                              e.source_id
                          )
                        )::int -::int place
                      from
                        code_edges e
                        join code_symbols n on n.workspace_id = e.workspace_id
                        and n.id = e.source_id
                        join code_files f on f.workspace_id = n.workspace_id
                        and f.id = n.file_id
                      where
                        e.workspace_id = $5::uuid
                        and e.target_id = $6::uuid
                    ) e
                  where
                    place between 1 and:: int
                )
                union all
                (
                  select
                    other id,
                    $7::int + place + case
                      when kind = 'contains' then::int
                      else 0
                    end place,
                    json_build_object(
                      'direction',
                      direction,
                      'relation',
                      kind,
                      'confidence',
                      confidence,
                      'found_by',
                      found_by,
                      'line',
                      line,
                      'lines',
                      to_json(lines),
                      'references',
                      reference_count,
                      'total',
                      total
                    ) extra
                  from
                    (
                      select
                        e.*,
                        $8::text direction,
                        e.target_id other,
                        (
                          count(*) filter (
                            where
                              e.kind <> 'contains'
                          ) over ()
                        )::int total,
                        (
                          row_number() over (
                            partition by
                              e.kind = 'contains'
                            order by
                              $9::text = 'incoming'
                              and f.path ~::text,
                              array_position(array['calls', 'inherits', 'imports', 'contains'], e.kind),
                              e.confidence desc,
                              n.name,
                              e.target_id
                          )
                        )::int -::int place
                      from
                        code_edges e
                        join code_symbols n on n.workspace_id = e.workspace_id
                        and n.id = e.target_id
                        join code_files f on f.workspace_id = n.workspace_id
                        and f.id = n.file_id
                      where
                        e.workspace_id = $10::uuid
                        and e.source_id = $11::uuid
                    ) e
                  where
                    place between 1 and:: int
                )
              ) picked
          ) p
          join (
            select
              *
            from
              code_symbols
            where
              workspace_id = $12::uuid
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
