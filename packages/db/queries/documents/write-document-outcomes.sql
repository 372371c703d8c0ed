-- writeDocumentOutcomes in packages/db/src/documents/write-sections.ts

update documents d
set
  section_count = i.section_count,
  updated_at = case
    when i.is_update then $1::timestamptz
    else d.updated_at
  end
from
  jsonb_to_recordset($2::jsonb) as i (id uuid, section_count int, is_update bool)
where
  d.workspace_id = $3::uuid
  and d.id = i.id
