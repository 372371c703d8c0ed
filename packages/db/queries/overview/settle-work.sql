-- settleWork in packages/db/src/overview/attention.ts

update job_attempts
set
  settled_at = $1::timestamptz
where
  workspace_id = $2::uuid
  and job = $3::text
  and work = $4::text
  and dead_at is not null
returning
  work
