-- readCallChain in packages/db/src/code/read-call-chain.ts

with
begin as materialized (
  select
    array_agg(id) ids
  from
    (
      select
        $1::uuid id
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
        and e.source_id = $3::uuid
        and e.kind = 'contains'
    ) b
),
incoming_level as (
  with recursive
    level as (
      select
        0 depth,
        ids frontier,
        ids seen,
        '{}'::uuid[] vias,
        '{}'::float8[] sure
      from
      begin
      union all
      select
        depth + 1,
        next.ids,
        seen || next.ids,
        next.vias,
        next.sure
      from
        level
        cross join lateral (
          select
            array_agg(
              id
              order by
                confidence desc,
                id
            ) ids,
            array_agg(
              via
              order by
                confidence desc,
                id
            ) vias,
            array_agg(
              confidence
              order by
                confidence desc,
                id
            ) sure
          from
            (
              select distinct
                on (id) id,
                via,
                confidence
              from
                unnest(level.frontier) v (via)
                cross join lateral (
                  select
                    e.source_id id,
                    e.confidence
                  from
                    code_edges e
                  where
                    e.workspace_id = $4::uuid
                    and e.target_id = v.via
                    and e.kind = 'calls'
                  order by
                    e.confidence desc,
                    e.source_id
                  limit
                    $5::int
                ) e
              where
                id <> all (level.seen)
              order by
                id,
                confidence desc,
                via
            ) best
          where
            true
        ) next
      where
        depth < $6::int
        and cardinality(seen) <= $7::int
        and next.ids is not null
    )
  select
    *
  from
    level
  where
    depth > 0
),
incoming_link as (
  select
    id,
    $8::text direction,
    depth,
    via,
    confidence
  from
    incoming_level l
    cross join lateral unnest(l.frontier, l.vias, l.sure) u (id, via, confidence)
  order by
    depth,
    confidence desc,
    id
  limit
    $9::int
),
outgoing_level as (
  with recursive
    level as (
      select
        0 depth,
        ids frontier,
        ids seen,
        '{}'::uuid[] vias,
        '{}'::float8[] sure
      from
      begin
      union all
      select
        depth + 1,
        next.ids,
        seen || next.ids,
        next.vias,
        next.sure
      from
        level
        cross join lateral (
          select
            array_agg(
              id
              order by
                confidence desc,
                id
            ) ids,
            array_agg(
              via
              order by
                confidence desc,
                id
            ) vias,
            array_agg(
              confidence
              order by
                confidence desc,
                id
            ) sure
          from
            (
              select distinct
                on (id) id,
                via,
                confidence
              from
                unnest(level.frontier) v (via)
                cross join lateral (
                  select
                    e.target_id id,
                    e.confidence
                  from
                    code_edges e
                  where
                    e.workspace_id = $10::uuid
                    and e.source_id = v.via
                    and e.kind = 'calls'
                  order by
                    e.confidence desc,
                    e.target_id
                  limit
                    $11::int
                ) e
              where
                id <> all (level.seen)
              order by
                id,
                confidence desc,
                via
            ) best
          where
            true
        ) next
      where
        depth < $12::int
        and cardinality(seen) <= $13::int
        and next.ids is not null
    )
  select
    *
  from
    level
  where
    depth > 0
),
outgoing_link as (
  select
    id,
    $14::text direction,
    depth,
    via,
    confidence
  from
    outgoing_level l
    cross join lateral unnest(l.frontier, l.vias, l.sure) u (id, via, confidence)
  order by
    depth,
    confidence desc,
    id
  limit
    $15::int
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
          r.name
        ) body
      from
        (
          select
            id,
            (
              row_number() over (
                order by
                  direction,
                  depth,
                  confidence desc,
                  id
              )
            )::int place,
            json_build_object('direction', direction, 'depth', depth, 'via', via, 'confidence', confidence) extra
          from
            (
              select
                *
              from
                incoming_link
              union all
              select
                *
              from
                outgoing_link
            ) link
        ) p
        join (
          select
            *
          from
            code_symbols
          where
            workspace_id = $16::uuid
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
