-- beginAlone in packages/db/src/jobs/job-attempts.ts

update job_attempts
set
  dead_at = coalesce(
    dead_at,
    case
      when attempts >= $1::int then now()
    end
  ),
  last_error = case
    when attempts >= $2::int then coalesce(last_error, 'The process ended ' || attempts || ' times while it was at work on this.')
    else last_error
  end,
  attempts = case
    when attempts >= $3::int then attempts
    else attempts + 1
  end,
  begun_at = now()
where
  workspace_id = $4::uuid
  and job = $5::text
  and work = $6::text
returning
  dead_at is not null dead
