-- upsertDocuments in packages/db/src/documents/upsert-documents.ts

insert into
  documents as d (
    workspace_id,
    id,
    identity,
    title,
    source,
    origin,
    memory_type,
    document_type,
    deliverable_id,
    tags,
    created_at
  )
select
  $1::uuid,
  i.id,
  i.identity,
  i.title,
  i.source,
  i.origin,
  i.memory_type,
  i.document_type,
  i.deliverable_id,
  i.tags,
  $2::timestamptz
from
  jsonb_to_recordset($3::jsonb) as i (
    id uuid,
    identity text,
    title text,
    source text,
    origin text,
    memory_type text,
    document_type text,
    deliverable_id text,
    tags text[]
  )
order by
  i.identity
on conflict (workspace_id, identity) do update
set
  title = case
    when excluded.title = regexp_replace(excluded.source, '^.*/', '') then d.title
    else excluded.title
  end,
  source = excluded.source,
  origin = excluded.origin,
  memory_type = excluded.memory_type,
  document_type = excluded.document_type,
  deliverable_id = excluded.deliverable_id,
  tags = excluded.tags
returning
  (d.id)::text as "id",
  (d.identity)::text as "identity",
  (d.title)::text as "title"
