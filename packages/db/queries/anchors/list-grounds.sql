-- listGrounds in packages/db/src/anchors/list-grounds.ts

with
  wanted (memory_id, reason, retrieval_count, settlement_id, said, context, settled_by, settled_at) as materialized (
    select
      s.memory_id,
      g.reason,
      c.retrieval_count,
      s.id,
      s.verdict,
      s.context,
      s.settled_by,
      s.settled_at
    from
      ground_settlements s
      join memories m on m.workspace_id = s.workspace_id
      and m.id = s.memory_id
      join memory_counters c on c.workspace_id = s.workspace_id
      and c.memory_id = s.memory_id
      left join memory_grounds g on g.workspace_id = s.workspace_id
      and g.memory_id = s.memory_id
    where
      s.workspace_id = $1::uuid
      and m.author = $2::text
  )
select
  (c.n)::int as "count",
  (
    case
      when m.id is not null then json_build_object(
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
        'author',
        m.author,
        'created_at',
        m.created_at,
        'retrieval_count',
        p.retrieval_count,
        'code',
        p.reason,
        'settlement',
        case
          when p.settlement_id is not null then json_build_object(
            'id',
            p.settlement_id,
            'verdict',
            p.said,
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
  )::text as "ground"
from
  (
    select
      count(*) n
    from
      wanted
  ) c
  left join lateral (
    select
      *
    from
      wanted
    order by
      settled_at desc,
      retrieval_count desc,
      memory_id
    limit
      $3::int
    offset
      $4::int
  ) p on true
  left join memories m on m.workspace_id = $5::uuid
  and m.id = p.memory_id
order by
  p.settled_at desc,
  p.retrieval_count desc,
  p.memory_id
