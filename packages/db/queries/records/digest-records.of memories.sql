-- digestRecords in packages/db/src/records/digest-records.ts

select
  (
    count(*) || '-' || to_hex(coalesce(bit_xor(hashtextextended (said, 1)), 0)) || to_hex(coalesce(bit_xor(hashtextextended (said, 2)), 0))
  )::text as "digest"
from
  (
    select
      row (
        t.id,
        t.content_digest,
        t.memory_type,
        coalesce(t.base_importance, t.importance_score),
        t.confidence_score,
        t.author,
        t.project,
        t.branch,
        t.commit_id,
        t.source_session_id,
        t.is_consolidated,
        t.consolidated_from,
        t.created_at,
        t.updated_at
      )::text said
    from
      "memories" t
    where
      t.workspace_id = $1::uuid
      and true
  ) rows
