-- findUpload in packages/db/src/documents/uploads.ts

select
  json_build_object(
    'id',
    id,
    'object_key',
    object_key,
    'defaults',
    defaults,
    'state',
    state,
    'position',
    position,
    'documents',
    documents,
    'created',
    created,
    'updated',
    updated,
    'unchanged',
    unchanged,
    'removed',
    removed,
    'error_count',
    error_count,
    'errors',
    errors,
    'redacted_secrets',
    redacted_secrets,
    'bytes_total',
    bytes_total,
    'failure',
    failure,
    'created_at',
    created_at,
    'expires_at',
    expires_at,
    'completed_at',
    completed_at
  )::text body
from
  document_uploads
where
  workspace_id = $1::uuid
  and id = $2::uuid
