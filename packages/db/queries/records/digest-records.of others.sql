-- digestRecords in packages/db/src/records/digest-records.ts

select
  (
    count(*) || '-' || to_hex(coalesce(bit_xor(hashtextextended (said, 1)), 0)) || to_hex(coalesce(bit_xor(hashtextextended (said, 2)), 0))
  )::text as "digest"
from
  (
    select
      t::text said
    from
      "relationships" t
    where
      t.workspace_id = $1::uuid
  ) rows
