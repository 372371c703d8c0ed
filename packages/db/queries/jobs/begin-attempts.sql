-- beginAttempts in packages/db/src/jobs/job-attempts.ts

with
  wanted as materialized (
    select
      work,
      payload
    from
      jsonb_to_recordset($1::jsonb) w (work text, payload jsonb)
  ),
  begun as (
    insert into
      job_attempts as a (workspace_id, job, work, payload, attempts, under_way, begun_at)
    select
      s.id,
      $2::text,
      w.work,
      w.payload,
      1,
      true,
      $3::timestamptz
    from
      workspaces s,
      wanted w
    where
      s.id = $4::uuid
    order by
      w.work
    on conflict (workspace_id, job, work) do update
    set
      attempts = a.attempts + 1,
      under_way = true,
      begun_at = excluded.begun_at
    where
      not a.under_way
      and a.dead_at is null
  )
select
  w.work,
  case
    when a.dead_at is not null then 'dead'
    when a.under_way then 'suspect'
    else 'begun'
  end state
from
  wanted w
  left join job_attempts a on a.workspace_id = $5::uuid
  and a.job = $6::text
  and a.work = w.work /* planned once */
