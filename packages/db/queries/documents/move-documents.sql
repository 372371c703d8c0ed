-- moveDocuments in packages/db/src/documents/move-documents.ts

update documents d
set
  identity = i.identity
from
  jsonb_to_recordset($1::jsonb) as i (id uuid, identity text)
where
  d.workspace_id = $2::uuid
  and d.id = i.id
