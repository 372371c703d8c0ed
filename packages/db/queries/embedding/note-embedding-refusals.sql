-- noteEmbeddingRefusals in packages/db/src/embedding/embedding-refusals.ts

insert into
  embedding_refusals (workspace_id, memory_id, model, content_digest, reason, refused_at)
select
  m.workspace_id,
  m.id,
  $1::text,
  i.content_digest,
  i.reason,
  now()
from
  jsonb_to_recordset($2::jsonb) i (memory_id uuid, content_digest text, reason text)
  join memories m on m.workspace_id = $3::uuid
  and m.id = i.memory_id
order by
  m.id
on conflict (workspace_id, memory_id, model) do update
set
  content_digest = excluded.content_digest,
  reason = excluded.reason,
  refused_at = excluded.refused_at
