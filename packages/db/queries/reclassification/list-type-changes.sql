-- listTypeChanges in packages/db/src/reclassification/type-changes.ts

select
  (c.id)::text as "id",
  (
    case
      when c.memory_id is null then 'relationship'
      else 'memory'
    end
  )::text as "subject",
  (coalesce(c.memory_id, c.relationship_id))::text as "subject_id",
  (coalesce(m.title, s.title || ' → ' || t.title))::text as "title",
  (c.from_type)::text as "from_type",
  (c.to_type)::text as "to_type",
  (c.is_reversed)::bool as "is_reversed",
  (c.method)::text as "method",
  (c.reason)::text as "reason",
  (c.confidence)::float8 as "confidence",
  to_json(c.created_at) #>> '{}' as "created_at",
  to_json(c.undone_at) #>> '{}' as "undone_at"
from
  type_changes c
  left join memories m on m.workspace_id = c.workspace_id
  and m.id = c.memory_id
  left join relationships r on r.workspace_id = c.workspace_id
  and r.id = c.relationship_id
  left join memories s on s.workspace_id = c.workspace_id
  and s.id = r.source_id
  left join memories t on t.workspace_id = c.workspace_id
  and t.id = r.target_id
where
  c.workspace_id = $1::uuid
order by
  c.created_at desc,
  c.id
limit
  $2::int
offset
  $3::int
