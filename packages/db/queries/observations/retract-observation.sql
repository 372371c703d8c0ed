-- retractObservation in packages/db/src/observations/retract-observation.ts

with
  target as materialized (
    select
      s.workspace_id,
      s.id
    from
      sessions s
    where
      s.workspace_id = $1::uuid
      and s.session_id = $2::text
  ),
  named as materialized (
    select
      o.id
    from
      target t
      join observations o on o.workspace_id = t.workspace_id
      and o.session_row_id = t.id
    where
      o.id = $3::uuid
    order by
      o.created_at desc,
      o.id desc
    limit
      1
  ),
  gone as (
    delete from observations o using named n
    where
      o.workspace_id = $4::uuid
      and o.id = n.id
    returning
      o.workspace_id,
      o.id
  ),
  -- The counts by which a session knows that something is new go down together, so that the next one still is.
  counted as (
    update sessions s
    set
      observation_count = s.observation_count - 1,
      requested_count = s.requested_count - (s.requested_count >= s.observation_count)::int,
      summarized_count = s.summarized_count - (s.summarized_count >= s.observation_count)::int
    from
      target t
    where
      s.workspace_id = t.workspace_id
      and s.id = t.id
      and s.observation_count > 0
      and exists (
        select
        from
          gone
      )
  )
select
  (
    exists (
      select
      from
        target
    )
  )::bool as "has_session",
  (
    (
      select
        id
      from
        gone
    )
  )::text as "id",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('id', m.id, 'memory_id', m.memory_id)
            order by
              m.created_at,
              m.id
          ),
          '[]'
        )
      from
        gone g
        join memory_sources c on c.workspace_id = g.workspace_id
        and c.observation_id = g.id
        join memories m on m.workspace_id = c.workspace_id
        and m.id = c.memory_id
    )
  )::text as "drawn"
