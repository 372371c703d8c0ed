-- listKnownSections in packages/db/src/documents/list-known-sections.ts

select
  (s.document_id)::text as "document_id",
  (s.memory_id)::text as "memory_id",
  (s.key)::text as "key",
  (s.section_hash)::text as "section_hash",
  (m.memory_type)::text as "memory_type",
  to_json(m.tags)::text as "tags",
  to_json(m.source_files)::text as "source_files"
from
  document_sections s
  join memories m on m.workspace_id = s.workspace_id
  and m.id = s.memory_id
where
  s.workspace_id = $1::uuid
  and s.document_id = any ($2::uuid[])
order by
  s.document_id,
  s.ordinal,
  s.memory_id
limit
  $3::int
offset
  $4::int
