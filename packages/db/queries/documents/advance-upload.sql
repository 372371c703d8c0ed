-- advanceUpload in packages/db/src/documents/uploads.ts

update document_uploads
set
  state = $1::text,
  attempts = 0,
  position = $2::jsonb,
  documents = documents +::int,
  created = created +::int,
  updated = updated +::int,
  unchanged = unchanged +::int,
  removed = removed +::int,
  error_count = error_count + $3::int,
  errors = (
    select
      coalesce(
        jsonb_agg(
          e
          order by
            n
        ),
        '[]'
      )
    from
      (
        select
          e,
          n
        from
          jsonb_array_elements(errors || $4::jsonb) with ordinality u (e, n)
        order by
          n
        limit
          100
      ) kept
  ),
  redacted_secrets = redacted_secrets + $5::int,
  bytes_total = $6::bigint,
  failure = $7::text,
  stepped_at = $8::timestamptz,
  completed_at = case
    when $9::text = 'processing' then null
    else $10::timestamptz
  end
where
  workspace_id = $11::uuid
  and id = $12::uuid
  and state in ('waiting', 'processing')
  and coalesce(position, 'null'::jsonb) = $13::jsonb
returning
  id::text id
