-- insertUpload in packages/db/src/documents/uploads.ts

insert into
  document_uploads (workspace_id, id, object_key, defaults, created_at, expires_at)
select
  $1::uuid,
  $2::uuid,
  $3::text,
  $4::jsonb,
  $5::timestamptz,
  $6::timestamptz
where
  (
    select
      count(*)
    from
      document_uploads
    where
      workspace_id = $7::uuid
      and (
        state = 'processing'
        or (
          state = 'waiting'
          and expires_at > $8::timestamptz
        )
      )
  ) < $9::int
returning
  id::text id
