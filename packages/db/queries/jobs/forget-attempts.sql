-- forgetAttempts in packages/db/src/jobs/job-attempts.ts

delete from job_attempts
where
  workspace_id = $1::uuid
  and job = $2::text
  and work = any (
    array(
      select
        jsonb_array_elements_text($3::jsonb)
    )
  )
  /* planned once */
