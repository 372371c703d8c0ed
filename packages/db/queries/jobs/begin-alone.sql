-- beginAlone in packages/db/src/jobs/job-attempts.ts

with
  found as materialized (
    select
      attempts,
      attempts > jsonb_array_length(waits) dead,
      coalesce((waits ->> (attempts - 1))::float8, 0) - extract(
        epoch
        from
          $1::timestamptz - begun_at
      )::float8 wait
    from
      job_attempts,
      (
        select
          $2::jsonb waits
      ) w
    where
      workspace_id = $3::uuid
      and job = $4::text
      and work = $5::text
    for update
  ),
  begun as (
    update job_attempts a
    set
      dead_at = case
        when f.dead then coalesce(a.dead_at, now())
      end,
      last_error = case
        when f.dead then coalesce(a.last_error, 'The process ended ' || a.attempts || ' times while it was at work on this.')
        else a.last_error
      end,
      attempts = case
        when f.dead then a.attempts
        else a.attempts + 1
      end,
      begun_at = case
        when f.dead then a.begun_at
        else $6::timestamptz
      end
    from
      found f
    where
      a.workspace_id = $7::uuid
      and a.job = $8::text
      and a.work = $9::text
      and (
        f.dead
        or f.wait <= 0
      )
  )
select
  dead,
  wait
from
  found
