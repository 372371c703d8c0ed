-- countPendingObservations in packages/db/src/observations/count-pending-observations.ts

select
  (count(*))::int as "pending",
  (min(o.created_at))::text as "oldestAt",
  (
    (
      select
        count(*)
      from
        sessions s
      where
        s.workspace_id = $1::uuid
        and s.summary_due_at is not null
        and s.summary_attempts > 1
    )
  )::int as "failedSummaries"
from
  observations o
where
  o.workspace_id = $2::uuid
  and o.processed_at is null
