-- reviveDeadWork in packages/db/src/jobs/job-attempts.ts

with
  picked as materialized (
    select
      workspace_id,
      job,
      work
    from
      job_attempts
    where
      dead_at is not null
      and (
        $1::text is null
        or job = $2::text
      )
    order by
      workspace_id,
      job,
      work
    limit
      $3::int
    for update
  )
delete from job_attempts a using picked p
where
  a.workspace_id = p.workspace_id
  and a.job = p.job
  and a.work = p.work
returning
  json_build_object(
    'workspace_id',
    a.workspace_id,
    'job',
    a.job,
    'payload',
    a.payload,
    'attempts',
    a.attempts,
    'last_error',
    a.last_error,
    'at',
    a.dead_at
  )::text body
