-- listImported in packages/db/src/importing/list-imported.ts

with
  i as materialized (
    select
      $1::uuid workspace_id,
      g.*
    from
      jsonb_to_recordset($2::jsonb) g (id uuid, title text, narrative text)
  )
select
  (i.id)::text as "id",
  (m.revision)::int as "revision",
  (m.content_digest)::text as "content_digest",
  (m.memory_type)::text as "memory_type",
  to_json(m.updated_at) #>> '{}' as "updated_at",
  (
    exists (
      select
      from
        memories o
      where
        o.workspace_id = i.workspace_id
        and o.id <> i.id
        and memory_text_key (o.title, o.narrative) = memory_text_key (i.title, i.narrative)
    )
  )::bool as "is_said"
from
  i
  left join memories m on m.workspace_id = i.workspace_id
  and m.id = i.id
