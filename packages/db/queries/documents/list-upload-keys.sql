-- listUploadKeys in packages/db/src/documents/uploads.ts

select
  object_key
from
  document_uploads
where
  workspace_id = $1::uuid
  and state in ('waiting', 'processing')
