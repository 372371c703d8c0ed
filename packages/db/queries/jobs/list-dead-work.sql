-- listDeadWork in packages/db/src/jobs/job-attempts.ts

select
  json_build_object(
    'count',
    (
      select
        count(*)
      from
        job_attempts
      where
        dead_at is not null
        and settled_at is null
    ),
    'latest',
    (
      select
        coalesce(
          json_agg(
            json_build_object(
              'workspace_id',
              workspace_id,
              'job',
              job,
              'payload',
              payload,
              'attempts',
              attempts,
              'last_error',
              last_error,
              'at',
              dead_at
            )
          ),
          '[]'
        )
      from
        (
          select
            *
          from
            job_attempts
          where
            dead_at is not null
            and settled_at is null
          order by
            dead_at desc,
            work
          limit
            $1::int
        ) l
    )
  )::text body
