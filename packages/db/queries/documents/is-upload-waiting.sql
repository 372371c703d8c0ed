-- isUploadWaiting in packages/db/src/documents/uploads.ts

select
  id::text id
from
  document_uploads
where
  object_key = $1::text
  and state = 'waiting'
