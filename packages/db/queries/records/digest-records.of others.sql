-- digestRecords in packages/db/src/records/digest-records.ts

select
  (
    count(*) || '-' || to_hex(coalesce(bit_xor(hashtextextended (said, 1)), 0)) || to_hex(coalesce(bit_xor(hashtextextended (said, 2)), 0))
  )::text as "digest"
from
  (
    select
      row (t.id, t.source_id, t.target_id, t.relationship_type, t.context, t.created_at)::text said
    from
      "relationships" t
    where
      t.workspace_id = $1::uuid
      and t.discovery_method = 'manual'
  ) rows
