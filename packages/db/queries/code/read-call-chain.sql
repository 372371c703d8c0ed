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
        '{}'::float8[] sure,
        '{}'::int[] lines,
        '{}'::boolean[] lasts
      from
      begin
      union all
      select
        depth + 1,
        next.ids,
        seen || next.ids,
        next.vias,
        next.sure,
        next.lines,
        next.lasts
      from
        level
        cross join lateral (
          select
            array_agg(
              id
              order by
                is_last,
                confidence desc,
                id
            ) ids,
            array_agg(
              via
              order by
                is_last,
                confidence desc,
                id
            ) vias,
            array_agg(
              confidence
              order by
                is_last,
                confidence desc,
                id
            ) sure,
            array_agg(
              line
              order by
                is_last,
                confidence desc,
                id
            ) lines,
            array_agg(
              is_last
              order by
                is_last,
                confidence desc,
                id
            ) lasts
          from
            (
              select distinct
                on (id) id,
                via,
                confidence,
                line,
                is_last
              from
                unnest(level.frontier) v (via)
                cross join lateral (
                  select
                    e.source_id id,
                    e.confidence,
                    e.line,
                    f.path ~ $4::text is_last
                  from
                    code_edges e
                    join code_symbols s on s.workspace_id = e.workspace_id
                    and s.id = e.source_id
                    join code_files f on f.workspace_id = s.workspace_id
                    and f.id = s.file_id
                  where
                    e.workspace_id = $5::uuid
                    and e.target_id = v.via
                    and e.kind = 'calls'
                  order by
                    is_last,
                    e.confidence desc,
                    e.source_id
                  limit
                    $6::int
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
        depth < $7::int
        and cardinality(seen) <= $8::int
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
    $9::text direction,
    depth,
    via,
    confidence,
    line,
    is_last
  from
    incoming_level l
    cross join lateral unnest(l.frontier, l.vias, l.sure, l.lines, l.lasts) u (id, via, confidence, line, is_last)
  order by
    depth,
    is_last,
    confidence desc,
    id
  limit
    $10::int
),
outgoing_level as (
  with recursive
    level as (
      select
        0 depth,
        ids frontier,
        ids seen,
        '{}'::uuid[] vias,
        '{}'::float8[] sure,
        '{}'::int[] lines,
        '{}'::boolean[] lasts
      from
      begin
      union all
      select
        depth + 1,
        next.ids,
        seen || next.ids,
        next.vias,
        next.sure,
        next.lines,
        next.lasts
      from
        level
        cross join lateral (
          select
            array_agg(
              id
              order by
                is_last,
                confidence desc,
                id
            ) ids,
            array_agg(
              via
              order by
                is_last,
                confidence desc,
                id
            ) vias,
            array_agg(
              confidence
              order by
                is_last,
                confidence desc,
                id
            ) sure,
            array_agg(
              line
              order by
                is_last,
                confidence desc,
                id
            ) lines,
            array_agg(
              is_last
              order by
                is_last,
                confidence desc,
                id
            ) lasts
          from
            (
              select distinct
                on (id) id,
                via,
                confidence,
                line,
                is_last
              from
                unnest(level.frontier) v (via)
                cross join lateral (
                  select
                    e.target_id id,
                    e.confidence,
                    e.line,
                    false is_last
                  from
                    code_edges e
                  where
                    e.workspace_id = $11::uuid
                    and e.source_id = v.via
                    and e.kind = 'calls'
                  order by
                    is_last,
                    e.confidence desc,
                    e.target_id
                  limit
                    $12::int
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
        depth < $13::int
        and cardinality(seen) <= $14::int
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
    $15::text direction,
    depth,
    via,
    confidence,
    line,
    is_last
  from
    outgoing_level l
    cross join lateral unnest(l.frontier, l.vias, l.sure, l.lines, l.lasts) u (id, via, confidence, line, is_last)
  order by
    depth,
    is_last,
    confidence desc,
    id
  limit
    $16::int
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
            id,
            (
              row_number() over (
                order by
                  direction,
                  depth,
                  is_last,
                  confidence desc,
                  id
              )
            )::int place,
            json_build_object('direction', direction, 'depth', depth, 'via', via, 'confidence', confidence, 'line', line) extra
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
            workspace_id = $17::uuid
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
