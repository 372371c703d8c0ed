-- failAttempt in packages/db/src/jobs/job-attempts.ts

update job_attempts
set
  under_way = false,
  last_error = $1::text,
  dead_at = case
    when attempts >= $2::int then now()
  end
where
  workspace_id = $3::uuid
  and job = $4::text
  and work = $5::text
