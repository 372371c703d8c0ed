-- findPath in packages/db/src/graph/find-path.ts

with
  ends as materialized (
    select
      (
        select
          m.id
        from
          memories m
        where
          m.workspace_id = $1::uuid
          and m.id = $2::uuid
      ) source,
      (
        select
          m.id
        from
          memories m
        where
          m.workspace_id = $3::uuid
          and m.id = $4::uuid
      ) target
  ),
  allowed as materialized (
    select
      array(
        select
          jsonb_array_elements_text($5::jsonb)
      ) types
  ),
  found as materialized (
    select
      case
        when source is null
        or target is null then '{}'
        when source = target then array[source]
        else coalesce(relationship_path ($6::uuid, source, target, $7::int, types, 10000), '{}')
      end path
    from
      ends,
      allowed
  ),
  step as (
    select
      place,
      path[place] source,
      path[place + 1] target
    from
      found,
      generate_series(1, cardinality(path) - 1) place
  ),
  edge as (
    select
      step.place,
      best.*
    from
      step
      cross join lateral (
        select
          r.source_id,
          r.target_id,
          r.relationship_type,
          r.confidence
        from
          relationships r,
          allowed
        where
          r.workspace_id = $8::uuid
          and (
            types is null
            or r.relationship_type = any (types)
          )
          and (
            (
              r.source_id = step.source
              and r.target_id = step.target
            )
            or (
              r.source_id = step.target
              and r.target_id = step.source
            )
          )
        order by
          r.confidence desc,
          r.id
        limit
          1
      ) best
  )
select
  (source is not null)::bool as "sourceExists",
  (target is not null)::bool as "targetExists",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('id', m.id, 'memory_id', m.memory_id)
            order by
              u.place
          ),
          '[]'
        )
      from
        found,
        unnest(path) with ordinality u (id, place)
        join memories m on m.workspace_id = $9::uuid
        and m.id = u.id
    )
  )::text as "path",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object(
              'source',
              json_build_object('id', s.id, 'memory_id', s.memory_id),
              'target',
              json_build_object('id', t.id, 'memory_id', t.memory_id),
              'relationship_type',
              e.relationship_type,
              'confidence',
              e.confidence
            )
            order by
              e.place
          ),
          '[]'
        )
      from
        edge e
        join memories s on s.workspace_id = $10::uuid
        and s.id = e.source_id
        join memories t on t.workspace_id = $11::uuid
        and t.id = e.target_id
    )
  )::text as "edges"
from
  ends
