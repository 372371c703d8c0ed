-- insertSession in packages/db/src/sessions/insert-session.ts

with
  inserted as (
    insert into
      sessions (
        workspace_id,
        id,
        session_id,
        project_name,
        branch_name,
        user_id,
        user_email,
        metadata_json,
        started_at,
        created_at,
        last_sign_of_life,
        author
      )
    select
      $1::uuid,
      $2::uuid,
      $3::text,
      $4::text,
      $5::text,
      $6::text,
      $7::text,
      $8::jsonb,
      $9::timestamptz,
      $10::timestamptz,
      $11::timestamptz,
      $12::text
    where
      not exists (
        select
        from
          sessions s
        where
          s.session_id = $13::text
          and s.is_imported
      )
    on conflict (session_id)
    where
      not is_imported do nothing
    returning
      *
  ),
  selected as materialized (
    select
      id,
      place,
      extra,
      body::text body
    from
      (
        select
          s.id,
          1 place,
          null::json extra,
          json_build_object(
            'id',
            s.id,
            'session_id',
            s.session_id,
            'workspace_id',
            s.workspace_id,
            'project_name',
            s.project_name,
            'branch_name',
            s.branch_name,
            'user_id',
            s.user_id,
            'user_email',
            s.user_email,
            'is_active',
            s.is_active,
            'started_at',
            s.started_at,
            'ended_at',
            s.ended_at,
            'summary',
            s.summary,
            'metadata_json',
            s.metadata_json,
            'created_at',
            s.created_at,
            'updated_at',
            s.updated_at
          ) body
        from
          inserted s
      ) s
  ),
  sized as materialized (
    select
      *,
      octet_length(body) bytes,
      (char_length(body) - 1) / 15000 + 1 pieces,
      sum(octet_length(body)) over (
        order by
          place
      ) running
    from
      selected
  )
select
  (place)::int as "place",
  (pieces)::int as "pieces",
  (part)::text as "part"
from
  (
    select
      0 place,
      0 pieces,
      -1 n,
      coalesce(
        json_agg(
          json_build_array(id, extra, bytes)
          order by
            place
        )::text,
        '[]'
      ) part
    from
      sized
    union all
    select
      place,
      pieces,
      n,
      substr(body, n * 15000 + 1, 15000)
    from
      sized,
      generate_series(0, pieces - 1) n
    where
      running <= 500000
      or place = 1
  ) answer
order by
  place,
  n
