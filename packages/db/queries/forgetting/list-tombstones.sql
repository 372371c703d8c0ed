-- listTombstones in packages/db/src/forgetting/forget-rows.ts

select
  (t.text_digest)::text as "digest",
  to_json(max(t.forgotten_at)) #>> '{}' as "forgotten_at"
from
  tombstones t
  join jsonb_array_elements_text($1::jsonb) d (digest) on d.digest = t.text_digest
where
  t.workspace_id = $2::uuid
group by
  t.text_digest
