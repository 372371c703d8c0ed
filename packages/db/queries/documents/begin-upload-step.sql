-- beginUploadStep in packages/db/src/documents/uploads.ts

update document_uploads
set
  attempts = attempts + 1,
  stepped_at = $1::timestamptz
where
  workspace_id = $2::uuid
  and id = $3::uuid
  and state in ('waiting', 'processing')
returning
  attempts
