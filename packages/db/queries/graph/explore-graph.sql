-- exploreGraph in packages/db/src/graph/explore-graph.ts

with recursive
  level as (
    select
      0 depth,
      s.ids frontier,
      s.ids seen
    from
      (
        select
          array_agg(
            m.id
            order by
              u.place
          ) ids
        from
          unnest($1::uuid[]) with ordinality u (id, place)
          join memories m on m.workspace_id = $2::uuid
          and m.id = u.id
      ) s
    where
      s.ids is not null
    union all
    select
      level.depth + 1,
      next.ids,
      level.seen || next.ids
    from
      level
      cross join lateral (
        select
          array_agg(
            best.id
            order by
              best.confidence desc,
              best.id
          ) ids
        from
          (
            select
              n.id,
              max(n.confidence) confidence
            from
              (
                select
                  id
                from
                  unnest(level.frontier) u (id)
                where
                  in_time (statement_timestamp(), 5000)
                offset
                  0
              ) f
              cross join lateral (
                (
                  select
                    r.target_id id,
                    r.confidence
                  from
                    relationships r
                  where
                    r.workspace_id = $3::uuid
                    and r.confidence >= $4::float8
                    and r.relationship_type = any (
                      array(
                        select
                          jsonb_array_elements_text($5::jsonb)
                      )
                    )
                    and r.source_id = f.id
                  order by
                    r.confidence desc
                  limit
                    50
                )
                union all
                (
                  select
                    r.source_id id,
                    r.confidence
                  from
                    relationships r
                  where
                    r.workspace_id = $6::uuid
                    and r.confidence >= $7::float8
                    and r.relationship_type = any (
                      array(
                        select
                          jsonb_array_elements_text($8::jsonb)
                      )
                    )
                    and r.target_id = f.id
                  order by
                    r.confidence desc
                  limit
                    50
                )
                offset
                  0
              ) n
            where
              n.id not in (
                select
                  unnest(level.seen)
              )
            group by
              n.id
            order by
              max(n.confidence) desc,
              n.id
            limit
              greatest($9::int - cardinality(level.seen), 0)
          ) best
      ) next
    where
      cardinality(level.seen) < $10::int
      and level.depth < 10
      and next.ids is not null
  ),
  node as materialized (
    select
      u.id,
      u.position::int position,
      u.position <= cardinality(seeds.seen) is_seed
    from
      (
        select
          seen
        from
          level
        where
          depth = 0
      ) seeds,
      (
        select
          seen
        from
          level
        order by
          depth desc
        limit
          1
      ) deepest,
      unnest(deepest.seen) with ordinality u (id, position)
  ),
  edge as materialized (
    select
      s.position source,
      t.position target,
      r.relationship_type,
      max(r.confidence) confidence
    from
      (
        select
          id,
          position
        from
          node
        where
          in_time (statement_timestamp(), 5000)
        offset
          0
      ) s
      cross join lateral (
        select
          r.target_id,
          r.relationship_type,
          r.confidence
        from
          relationships r
        where
          r.workspace_id = $11::uuid
          and r.confidence >= $12::float8
          and r.relationship_type = any (
            array(
              select
                jsonb_array_elements_text($13::jsonb)
            )
          )
          and r.source_id = s.id
          -- An order that one index has: without statistics the planner would take another.
        order by
          r.confidence desc
      ) r
      join node t on t.id = r.target_id
    group by
      s.position,
      t.position,
      r.relationship_type
    order by
      max(r.confidence) desc,
      s.position,
      t.position,
      r.relationship_type
    limit
      5000
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
          id,
          (
            row_number() over (
              order by
                kind,
                position
            )
          )::int place,
          extra,
          body
        from
          (
            select
              ('00000000-0000-0000-0000-' || lpad(part::text, 12, '0'))::uuid id,
              0 kind,
              part position,
              null::json extra,
              json_agg(
                json_build_array(source, target, relationship_type, confidence)
                order by
                  confidence desc,
                  source,
                  target,
                  relationship_type
              ) body
            from
              (
                select
                  *,
                  (
                    row_number() over (
                      order by
                        confidence desc,
                        source,
                        target,
                        relationship_type
                    ) - 1
                  ) / 1000 part
                from
                  edge
              ) numbered
            group by
              part
            union all
            select
              m.id,
              1,
              n.position,
              json_build_array(n.position, n.is_seed),
              json_build_object(
                'id',
                m.id,
                'memory_id',
                m.memory_id,
                'title',
                m.title,
                'memory_type',
                m.memory_type,
                'importance_score',
                m.importance_score,
                'pagerank_score',
                c.pagerank_score,
                'community_label',
                c.community_label
              )
            from
              node n
              join memories m on m.workspace_id = $14::uuid
              and m.id = n.id
              cross join lateral (
                select
                  *
                from
                  memory_counters c
                where
                  c.workspace_id = m.workspace_id
                  and c.memory_id = m.id
                offset
                  0
              ) c
          ) document
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
