-- listStalledUploads in packages/db/src/documents/uploads.ts

select
  workspace_id::text "workspaceId",
  id::text "uploadId"
from
  document_uploads
where
  state in ('waiting', 'processing')
  and coalesce(stepped_at, created_at) < $1::timestamptz
order by
  created_at
limit
  $2::int
