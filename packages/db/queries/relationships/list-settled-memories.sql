-- listSettledMemories in packages/db/src/relationships/list-contested-memories.ts

with
  contested as materialized (
    select
      r.workspace_id,
      r.source_id,
      r.target_id,
      'settled' reason,
      r.confidence,
      r.created_at latest_at,
      r.id,
      r.relationship_type,
      r.context,
      r.settled_by,
      r.created_at settled_at
    from
      relationships r
    where
      r.workspace_id = $1::uuid
      and r.discovery_method = 'manual'
      and r.settled_by is not null
      and not (
        r.is_bidirectional
        and r.source_id > r.target_id
      )
  )
select
  (c.n)::int as "count",
  (
    case
      when p.source_id is not null then json_build_object(
        'source',
        (
          select
            json_build_object(
              'id',
              m.id,
              'memory_id',
              m.memory_id,
              'title',
              left(m.title, 200),
              'memory_type',
              m.memory_type,
              'narrative',
              left(m.narrative, 300),
              'created_at',
              m.created_at
            )
          from
            memories m
          where
            m.id = p.source_id
            and m.workspace_id = p.workspace_id
        ),
        'target',
        (
          select
            json_build_object(
              'id',
              m.id,
              'memory_id',
              m.memory_id,
              'title',
              left(m.title, 200),
              'memory_type',
              m.memory_type,
              'narrative',
              left(m.narrative, 300),
              'created_at',
              m.created_at
            )
          from
            memories m
          where
            m.id = p.target_id
            and m.workspace_id = p.workspace_id
        ),
        'reason',
        p.reason,
        'confidence',
        p.confidence,
        'settlement',
        case
          when p.settled_at is not null then json_build_object(
            'id',
            p.id,
            'type',
            p.relationship_type,
            'context',
            left(p.context, 1000),
            'settled_by',
            p.settled_by,
            'settled_at',
            p.settled_at
          )
        end
      )
    end
  )::text as "pair"
from
  (
    select
      count(*) n
    from
      contested
  ) c
  left join lateral (
    select
      *
    from
      contested
    order by
      latest_at desc,
      source_id,
      target_id
    limit
::int
    offset
::int
  ) p on true
order by
  p.latest_at desc,
  p.source_id,
  p.target_id
