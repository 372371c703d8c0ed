-- postponeSummary in packages/db/src/sessions/begin-summary.ts

update sessions
set
  summary_attempts = greatest(0, summary_attempts - 1),
  summary_due_at = $1::timestamptz
where
  workspace_id = $2::uuid
  and id = $3::uuid
  and summary_due_at is not null
