-- listSessionRowIds in packages/db/src/records/known-records.ts

select
  (s.session_id)::text as "session_id",
  (s.id)::text as "id"
from
  jsonb_array_elements_text($1::jsonb) g (session_id)
  join sessions s on s.workspace_id = $2::uuid
  and s.session_id = g.session_id
