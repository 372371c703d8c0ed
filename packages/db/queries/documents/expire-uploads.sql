-- expireUploads in packages/db/src/documents/uploads.ts

update document_uploads
set
  state = 'expired',
  completed_at = $1::timestamptz
where
  state = 'waiting'
  and expires_at < $2::timestamptz
returning
  object_key
