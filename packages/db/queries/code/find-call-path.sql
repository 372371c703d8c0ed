-- findCallPath in packages/db/src/code/find-call-path.ts

with
begin as materialized (
  select
    array_agg(id) ids
  from
    (
      select
        unnest($1::uuid[]) id
      union
      select
        e.target_id
      from
        code_edges e
        join code_symbols c on c.workspace_id = e.workspace_id
        and c.id = e.source_id
        and c.kind = 'class'
      where
        e.workspace_id = $2::uuid
        and e.source_id = any ($3::uuid[])
        and e.kind = 'contains'
    ) m
),
finish as materialized (
  select
    array_agg(id) ids
  from
    (
      select
        unnest($4::uuid[]) id
      union
      select
        e.target_id
      from
        code_edges e
        join code_symbols c on c.workspace_id = e.workspace_id
        and c.id = e.source_id
        and c.kind = 'class'
      where
        e.workspace_id = $5::uuid
        and e.source_id = any ($6::uuid[])
        and e.kind = 'contains'
    ) m
),
level as materialized (
  with recursive
    level as (
      select
        0 depth,
        ids frontier,
        ids seen,
        '{}'::uuid[] vias
      from
      begin
      union all
      select
        depth + 1,
        next.ids,
        seen || next.ids,
        next.vias
      from
        level
        cross join finish
        cross join lateral (
          select
            array_agg(
              id
              order by
                id
            ) ids,
            array_agg(
              via
              order by
                id
            ) vias
          from
            (
              select distinct
                on (e.target_id) e.target_id id,
                e.source_id via
              from
                unnest(level.frontier) v (via)
                join code_edges e on e.workspace_id = $7::uuid
                and e.source_id = v.via
                and e.kind = 'calls'
              where
                not exists (
                  select
                  from
                    unnest(level.seen) s (id)
                  where
                    s.id = e.target_id
                )
              order by
                e.target_id,
                e.confidence desc,
                e.source_id
            ) best
        ) next
      where
        depth < $8::int
        and cardinality(seen) <= $9::int
        and not seen && finish.ids
        and next.ids is not null
    )
  select
    *
  from
    level
),
step as (
  with recursive
    step as (
      select
        l.depth,
        t.id,
        l.vias[array_position(l.frontier, t.id)] via
      from
        level l
        cross join lateral (
          select
            id
          from
            unnest(l.frontier) u (id)
          where
            id = any (
              select
                unnest(ids)
              from
                finish
            )
          order by
            id
          limit
            1
        ) t
      union all
      select
        l.depth,
        s.via,
        l.vias[array_position(l.frontier, s.via)]
      from
        step s
        join level l on l.depth = s.depth - 1
    )
  select
    *
  from
    step
),
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
            s.id,
            s.depth place,
            case
              when e.source_id is null then null
              else json_build_object('confidence', e.confidence, 'found_by', e.found_by, 'line', e.line)
            end extra
          from
            step s
            left join code_edges e on e.workspace_id = $10::uuid
            and e.source_id = s.via
            and e.target_id = s.id
            and e.kind = 'calls'
        ) p
        join (
          select
            *
          from
            code_symbols
          where
            workspace_id = $11::uuid
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
