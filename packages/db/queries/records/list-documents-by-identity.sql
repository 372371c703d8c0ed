-- listDocumentsByIdentity in packages/db/src/records/known-records.ts

select
  (d.id)::text as "id",
  (d.identity)::text as "identity"
from
  jsonb_array_elements_text($1::jsonb) g (identity)
  join documents d on d.workspace_id = $2::uuid
  and d.identity = g.identity
