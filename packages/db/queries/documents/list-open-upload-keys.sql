-- listOpenUploadKeys in packages/db/src/documents/uploads.ts

select
  object_key
from
  document_uploads
where
  state in ('waiting', 'processing')
