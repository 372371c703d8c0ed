-- listMemoriesToJudge in packages/db/src/reclassification/memory-judgements.ts

select
  (m.id)::text as "id",
  (m.title)::text as "title",
  (left(m.narrative, 1500))::text as "narrative",
  (m.content_digest)::text as "content_digest"
from
  memories m
where
  m.workspace_id = $1::uuid
  and m.memory_type = 'general'
  and m.judged_digest is distinct from m.content_digest
  and not exists (
    select
    from
      type_changes t
    where
      t.workspace_id = m.workspace_id
      and t.memory_id = m.id
      and t.undone_at is not null
  )
order by
  m.created_at,
  m.id
limit
  $2::int
