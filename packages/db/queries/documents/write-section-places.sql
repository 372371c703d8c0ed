-- writeSectionPlaces in packages/db/src/documents/write-sections.ts

insert into
  document_sections as s (workspace_id, document_id, memory_id, key, ordinal, heading_path, section_hash)
select
  $1::uuid,
  i.document_id,
  i.memory_id,
  i.key,
  i.ordinal,
  i.heading_path,
  i.section_hash
from
  jsonb_to_recordset($2::jsonb) as i (document_id uuid, memory_id uuid, key text, ordinal int, heading_path text[], section_hash text)
on conflict (workspace_id, memory_id) do update
set
  key = excluded.key,
  ordinal = excluded.ordinal,
  heading_path = excluded.heading_path,
  section_hash = excluded.section_hash
where
  (s.key, s.ordinal, s.section_hash) is distinct from (excluded.key, excluded.ordinal, excluded.section_hash)
