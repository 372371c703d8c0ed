-- countFeedback in packages/db/src/records/settle-records.ts

update memory_counters c
set
  feedback_positive_count = c.feedback_positive_count + v.positive,
  feedback_negative_count = c.feedback_negative_count + v.negative
from
  (
    select
      f.memory_id,
      (
        count(*) filter (
          where
            f.useful
        )
      )::int positive,
      (
        count(*) filter (
          where
            not f.useful
        )
      )::int negative
    from
      feedback f
    where
      f.workspace_id = $1::uuid
      and f.id = any ($2::uuid[])
    group by
      f.memory_id
  ) v
where
  c.workspace_id = $3::uuid
  and c.memory_id = v.memory_id
