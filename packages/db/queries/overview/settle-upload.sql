-- settleUpload in packages/db/src/overview/attention.ts

update document_uploads
set
  settled_at = $1::timestamptz
where
  workspace_id = $2::uuid
  and id = $3::uuid
  and state in ('failed', 'expired')
returning
  id::text id
