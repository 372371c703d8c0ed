-- insertTombstones in packages/db/src/forgetting/forget-rows.ts

insert into
  tombstones (workspace_id, salt, text_digest, forgotten_at)
select
  $1::uuid,
  $2::text,
  d.digest,
  $3::timestamptz
from
  jsonb_array_elements_text($4::jsonb) d (digest)
on conflict (workspace_id, salt, text_digest) do update
set
  forgotten_at = greatest(tombstones.forgotten_at, excluded.forgotten_at)
