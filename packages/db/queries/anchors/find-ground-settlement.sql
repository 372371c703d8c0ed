-- findGroundSettlement in packages/db/src/anchors/settle-grounds.ts

select
  (s.id)::text as "id",
  (s.verdict)::text as "verdict",
  (s.anchors)::text as "anchors",
  (s.relationship_id)::text as "relationship_id",
  (
    not exists (
      select
      from
        ground_settlements l
      where
        l.workspace_id = s.workspace_id
        and l.memory_id = s.memory_id
        and (l.settled_at, l.id) > (s.settled_at, s.id)
    )
  )::bool as "is_last",
  (json_build_object('id', m.id, 'memory_id', m.memory_id))::text as "memory"
from
  ground_settlements s
  join memories m on m.workspace_id = s.workspace_id
  and m.id = s.memory_id
where
  s.workspace_id = $1::uuid
  and s.id = $2::uuid
order by
  s.settled_at desc,
  s.id desc
limit
  1
