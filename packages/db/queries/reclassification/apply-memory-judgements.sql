-- applyMemoryJudgements in packages/db/src/reclassification/memory-judgements.ts

with
  judged as materialized (
    select
      *
    from
      jsonb_to_recordset($1::jsonb) j (id uuid, content_digest text, to_type text, confidence float8, reason text)
  ),
  changed as (
    update memories m
    set
      judged_digest = j.content_digest,
      memory_type = coalesce(j.to_type, m.memory_type)
    from
      judged j
    where
      m.workspace_id = $2::uuid
      and m.id = j.id
      and m.memory_type = 'general'
      and m.content_digest = j.content_digest
      and m.judged_digest is distinct from m.content_digest
      and (
        select
          set_config('memory.change', $3::text, true)
      ) is not null
    returning
      m.id,
      j.to_type,
      j.confidence,
      j.reason
  ),
  recorded as (
    insert into
      type_changes (workspace_id, id, memory_id, from_type, to_type, method, reason, confidence, created_at)
    select
      $4::uuid,
      gen_random_uuid(),
      id,
      'general',
      to_type,
      'model',
      reason,
      confidence,
      $5::timestamptz
    from
      changed
    where
      to_type is not null
  )
select
  1 as changed
from
  changed
where
  to_type is not null
