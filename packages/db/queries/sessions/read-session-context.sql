-- readSessionContext in packages/db/src/sessions/read-session-context.ts

with
  target as materialized (
    select
      s.*
    from
      sessions s
    where
      s.workspace_id = $1::uuid
      and s.session_id = $2::text
  ),
  candidate as (
    (
      select
        m.id
      from
        memories m
      where
        m.workspace_id = $3::uuid
        and exists (
          select
          from
            target
        )
      order by
        m.importance_score desc,
        m.created_at desc,
        m.id
      limit
        200
    )
    union
    (
      select
        m.id
      from
        memories m
      where
        m.workspace_id = $4::uuid
        and exists (
          select
          from
            target
        )
      order by
        m.created_at desc,
        m.id
      limit
        200
    )
    union
    (
      select
        m.id
      from
        target t
        join lateral (
          select
            s.session_id
          from
            sessions s
          where
            s.workspace_id = $5::uuid
            and s.project_name = t.project_name
            and t.project_name <> ''
          order by
            s.started_at desc,
            s.id
          limit
            200
        ) s on true
        join memories m on m.workspace_id = $6::uuid
        and m.source_session_id = s.session_id
      order by
        m.importance_score desc,
        m.created_at desc,
        m.id
      limit
        200
    )
  ),
  weighed as (
    select
      m.id,
      m.created_at,
      octet_length(m.narrative) bytes,
      m.importance_score + 0.4 / (
        1 + extract(
          epoch
          from
            max(m.created_at) over () - m.created_at
        )::float8 / 2592000
      ) + case
        when t.project_name = ''
        or coalesce(s.project_name, '') = '' then 0.1
        when s.project_name <> t.project_name then 0
        when s.branch_name = t.branch_name then 0.3
        else 0.2
      end - case
        when m.memory_type in ('wiki', 'sdlc_knowledge') then 0.3
        else 0
      end - case
        when exists (
          select
          from
            relationships r
          where
            r.workspace_id = $7::uuid
            and r.target_id = m.id
            and r.relationship_type = 'supersedes'
        ) then 1
        else 0
      end weight
    from
      candidate c
      cross join target t
      join memories m on m.workspace_id = $8::uuid
      and m.id = c.id
      left join sessions s on s.workspace_id = $9::uuid
      and s.session_id = m.source_session_id
  ),
  ranked as (
    select
      id,
      row_number() over best place,
      sum(bytes) over best bytes
    from
      weighed
    window
      best as (
        order by
          weight desc,
          created_at desc,
          id
      )
  ),
  recent as (
    select
      s.id,
      s.ended_at
    from
      target t
      join sessions s on s.workspace_id = $10::uuid
      and s.id <> t.id
    where
      not s.is_active
    order by
      (s.project_name = t.project_name) desc,
      s.ended_at desc,
      s.id
    limit
      5
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
          id,
          (
            row_number() over (
              order by
                kind,
                place
            )
          )::int place,
          null::json extra,
          body
        from
          (
            select
              s.id,
              0 kind,
              1 place,
              json_build_object(
                'session_id',
                s.session_id,
                'project_name',
                s.project_name,
                'branch_name',
                s.branch_name,
                'is_active',
                s.is_active,
                'started_at',
                s.started_at
              ) body
            from
              target s
            union all
            select
              m.id,
              1,
              r.place,
              json_build_object(
                'id',
                m.id,
                'memory_id',
                m.memory_id,
                'title',
                m.title,
                'memory_type',
                m.memory_type,
                'importance_score',
                m.importance_score,
                'narrative',
                m.narrative
              )
            from
              ranked r
              join memories m on m.workspace_id = $11::uuid
              and m.id = r.id
            where
              r.place <= $12::int
              and (
                r.place = 1
                or r.bytes <= 3000000
              )
            union all
            select
              s.id,
              2,
              row_number() over (
                order by
                  r.ended_at desc,
                  r.id
              ),
              json_build_object('session_id', s.session_id, 'summary', s.summary, 'ended_at', s.ended_at)
            from
              recent r
              join sessions s on s.workspace_id = $13::uuid
              and s.id = r.id
          ) document
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
