-- listTrainingIds in packages/db/src/embedding/list-training-texts.ts

select
  (m.id::text)::text as "id"
from
  memories m
where
  m.workspace_id = $1::uuid
order by
  right(m.id::text, 12),
  m.id
limit
  $2::int
