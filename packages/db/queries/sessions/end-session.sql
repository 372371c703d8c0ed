-- endSession in packages/db/src/sessions/end-session.ts

with
  before as materialized (
    select
      s.workspace_id,
      s.id,
      s.is_active
      or s.observation_count > coalesce(s.requested_count, 0) wanted,
      $1::text is not null
      and (
        s.is_active
        or s.summary_origin is distinct from 'caller'
      ) takes_summary
    from
      sessions s
    where
      s.workspace_id = $2::uuid
      and s.session_id = $3::text
    for update
  ),
  ended as (
    update sessions s
    set
      is_active = false,
      ended_at = coalesce(s.ended_at, greatest(s.started_at, $4::timestamptz)),
      summary = case
        when b.takes_summary then $5::text
        else s.summary
      end,
      summary_origin = case
        when b.takes_summary then 'caller'
        else s.summary_origin
      end,
      requested_count = case
        when b.wanted then s.observation_count
        else s.requested_count
      end,
      summary_due_at = case
        when b.wanted then $6::timestamptz
        else s.summary_due_at
      end,
      summary_attempts = case
        when b.wanted then 0
        else s.summary_attempts
      end
    from
      before b
    where
      s.workspace_id = b.workspace_id
      and s.id = b.id
    returning
      s.*,
      b.wanted
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
          to_json(s.wanted) extra,
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
          ended s
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
