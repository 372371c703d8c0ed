-- listAttention in packages/db/src/overview/attention.ts

with
  same as (
    select
      b.id source_id,
      a.id target_id,
      1::float8 likeness
    from
      (
        -- One reading of the workspace: a join on the texts compares all with all where the planner takes it for small.
        select
          array_agg(id) ids
        from
          memories
        where
          workspace_id = $1::uuid
        group by
          memory_text_key (title, narrative)
        having
          count(*) > 1
        limit
          50
      ) g
      cross join lateral unnest(g.ids) a (id)
      cross join lateral unnest(g.ids) b (id)
    where
      b.id > a.id
    limit
      50
  ),
  near as (
    select
      source_id,
      target_id,
      confidence
    from
      relationships
    where
      workspace_id = $2::uuid
      and discovery_method = 'embedding_similarity'
      and confidence >= 0.93
      and source_id > target_id
    order by
      confidence desc,
      id
    limit
      200
  ),
  pair as (
    select
      $3::uuid workspace_id,
      source_id,
      target_id,
      max(likeness) likeness
    from
      (
        select
          *
        from
          same
        union all
        select
          *
        from
          near
      ) x
    group by
      source_id,
      target_id
  )
select
  (
    (
      select
        (
          (
            json_build_object(
              'memory',
              m.id::text,
              'title',
              left(m.title, 300),
              'memory_type',
              m.memory_type,
              'created_at',
              m.created_at
            )
          )::jsonb || jsonb_build_object('narrative', left(m.narrative, 300))
        )::json
      from
        memories m
      where
        m.workspace_id = p.workspace_id
        and m.id = p.source_id
    )
  )::text as "source",
  (
    (
      select
        (
          (
            json_build_object(
              'memory',
              m.id::text,
              'title',
              left(m.title, 300),
              'memory_type',
              m.memory_type,
              'created_at',
              m.created_at
            )
          )::jsonb || jsonb_build_object('narrative', left(m.narrative, 300))
        )::json
      from
        memories m
      where
        m.workspace_id = p.workspace_id
        and m.id = p.target_id
    )
  )::text as "target",
  (p.likeness)::float8 as "likeness"
from
  pair p
where
  not exists (
    select
    from
      relationships r
    where
      r.workspace_id = p.workspace_id
      and r.discovery_method = 'manual'
      and (
        (
          r.source_id = p.source_id
          and r.target_id = p.target_id
        )
        or (
          r.source_id = p.target_id
          and r.target_id = p.source_id
        )
      )
  )
  -- Parts of one document stand beside each other on purpose.
  and not exists (
    select
    from
      document_sections a
      join document_sections b on b.workspace_id = a.workspace_id
      and b.document_id = a.document_id
    where
      a.workspace_id = p.workspace_id
      and a.memory_id = p.source_id
      and b.memory_id = p.target_id
  )
order by
  p.likeness desc,
  p.source_id,
  p.target_id
limit
  50
