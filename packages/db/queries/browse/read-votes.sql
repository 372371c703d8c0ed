-- readVotes in packages/db/src/browse/read-votes.ts

select
  (c.memory_id)::text as "id",
  (c.feedback_positive_count)::int as "useful",
  (c.feedback_negative_count)::int as "useless"
from
  memory_counters c
where
  c.workspace_id = $1::uuid
  and c.memory_id = any ($2::uuid[])
  and c.feedback_positive_count + c.feedback_negative_count > 0
