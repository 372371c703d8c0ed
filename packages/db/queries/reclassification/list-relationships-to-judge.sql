-- listRelationshipsToJudge in packages/db/src/reclassification/relationship-judgements.ts

with
  pair as (
    select distinct
      on (least(r.source_id, r.target_id), greatest(r.source_id, r.target_id)) r.*
    from
      relationships r
    where
      r.workspace_id = $1::uuid
      and r.discovery_method <> 'manual'
      and r.judged_at is null
      and r.relationship_type in ('references', 'related_to', 'similar_to')
      and r.confidence >= 0.5
      and not exists (
        select
        from
          relationships o
        where
          o.workspace_id = r.workspace_id
          and (
            o.judged_at is not null
            or o.relationship_type not in ('references', 'related_to', 'similar_to')
          )
          and (
            (
              o.source_id = r.source_id
              and o.target_id = r.target_id
            )
            or (
              o.source_id = r.target_id
              and o.target_id = r.source_id
            )
          )
      )
    order by
      least(r.source_id, r.target_id),
      greatest(r.source_id, r.target_id),
      r.confidence desc,
      r.id
  )
select
  (r.id)::text as "id",
  (r.relationship_type)::text as "relationship_type",
  (
    json_build_object(
      'title',
      s.title,
      'narrative',
      left(s.narrative, 700),
      'memory_type',
      s.memory_type,
      'created_at',
      s.created_at
    )
  )::text as "source",
  (
    json_build_object(
      'title',
      t.title,
      'narrative',
      left(t.narrative, 700),
      'memory_type',
      t.memory_type,
      'created_at',
      t.created_at
    )
  )::text as "target"
from
  pair r
  join memories s on s.workspace_id = r.workspace_id
  and s.id = r.source_id
  join memories t on t.workspace_id = r.workspace_id
  and t.id = r.target_id
where
  s.memory_type not in ('wiki', 'sdlc_knowledge')
  and t.memory_type not in ('wiki', 'sdlc_knowledge')
order by
  r.confidence desc,
  r.id
limit
  $2::int
