-- insertUpload in packages/db/src/documents/uploads.ts

insert into
  document_uploads (workspace_id, id, object_key, defaults, redacted_secrets, created_at, expires_at)
select
  $1::uuid,
  $2::uuid,
  $3::text,
  $4::jsonb,
  $5::int,
  $6::timestamptz,
  $7::timestamptz
where
  (
    select
      count(*)
    from
      document_uploads
    where
      workspace_id = $8::uuid
      and (
        state = 'processing'
        or (
          state = 'waiting'
          and expires_at > $9::timestamptz
        )
      )
  ) < $10::int
returning
  id::text id
