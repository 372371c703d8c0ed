-- insertObservations in packages/db/src/observations/insert-observations.ts

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
  input as materialized (
    select
      i.*,
      row_number() over () place
    from
      jsonb_to_recordset($3::jsonb) as i (
        id uuid,
        event_id text,
        kind text,
        tool_name text,
        files text[],
        content text,
        occurred_at timestamptz
      )
  ),
  kept as (
    insert into
      observations (
        workspace_id,
        id,
        session_row_id,
        event_id,
        kind,
        tool_name,
        files,
        content,
        occurred_at,
        created_at
      )
    select
      t.workspace_id,
      i.id,
      t.id,
      i.event_id,
      i.kind,
      i.tool_name,
      i.files,
      i.content,
      i.occurred_at,
      $4::timestamptz
    from
      target t
      cross join input i
    order by
      i.place
    on conflict do nothing
    returning
      1
  ),
  alive as (
    update sessions s
    set
      last_sign_of_life = greatest(s.last_sign_of_life, $5::timestamptz),
      observation_count = s.observation_count + (
        select
          count(*)::int
        from
          kept
      ),
      summary_due_at = case
        when s.is_active
        or not exists (
          select
          from
            kept
        ) then s.summary_due_at
        else coalesce(s.summary_due_at, $6::timestamptz)
      end
    from
      target t
    where
      s.workspace_id = t.workspace_id
      and s.id = t.id
  )
select
  (
    (
      select
        count(*)
      from
        target
    )
  )::int as "sessions",
  (
    (
      select
        count(*)
      from
        kept
    )
  )::int as "accepted"
