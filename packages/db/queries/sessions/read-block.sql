-- readBlock in packages/db/src/sessions/read-block.ts

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
  last as materialized (
    select
      coalesce(s.ended_at, s.last_sign_of_life) at
    from
      target t
      join sessions s on s.workspace_id = $3::uuid
      and s.id <> t.id
      and s.started_at <= t.started_at
      and case
        when t.user_id is null then s.user_id is null
        and s.project_name = t.project_name
        else s.user_id = t.user_id
      end
    order by
      s.started_at desc,
      s.id desc
    limit
      1
  ),
  candidate as (
    (
      select
        m.id
      from
        memories m
      where
        m.workspace_id = $4::uuid
        and m.memory_type not in ('wiki', 'sdlc_knowledge')
        and not exists (
          select
          from
            relationships r
          where
            r.workspace_id = $5::uuid
            and r.target_id = m.id
            and r.relationship_type = 'supersedes'
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
        m.workspace_id = $6::uuid
        and m.memory_type not in ('wiki', 'sdlc_knowledge')
        and not exists (
          select
          from
            relationships r
          where
            r.workspace_id = $7::uuid
            and r.target_id = m.id
            and r.relationship_type = 'supersedes'
        )
      order by
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
      end + case
        when m.memory_type in ('convention', 'decision') then 0.15
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
  best as materialized (
    select
      m.*,
      w.place
    from
      (
        select
          w.id,
          w.place
        from
          (
            select
              id,
              row_number() over (
                order by
                  weight desc,
                  created_at desc,
                  id
              ) place
            from
              weighed
          ) w
        where
          w.place <= 30
          and w.id <> all ($10::uuid[])
        union all
        select
          m.id,
          u.place - $11::int
        from
          unnest($12::uuid[]) with ordinality u (id, place)
          join memories m on m.id = u.id
          and m.workspace_id = $13::uuid
          and m.memory_type not in ('wiki', 'sdlc_knowledge')
          and not exists (
            select
            from
              relationships r
            where
              r.workspace_id = $14::uuid
              and r.target_id = m.id
              and r.relationship_type = 'supersedes'
          )
      ) w
      join memories m on m.workspace_id = $15::uuid
      and m.id = w.id
  ),
  changed as materialized (
    select
      m.*
    from
      memories m
      cross join last l
    where
      m.workspace_id = $16::uuid
      and m.memory_type not in ('wiki', 'sdlc_knowledge')
      and not exists (
        select
        from
          relationships r
        where
          r.workspace_id = $17::uuid
          and r.target_id = m.id
          and r.relationship_type = 'supersedes'
      )
      and m.created_at > l.at
    order by
      m.created_at desc,
      m.id
    limit
      12
  ),
  recent as materialized (
    select
      s.*
    from
      target t
      join sessions s on s.workspace_id = $18::uuid
      and s.id <> t.id
    where
      not s.is_active
      and s.summary is not null
    order by
      (s.project_name = t.project_name) desc,
      s.ended_at desc,
      s.id
    limit
      5
  )
select
  (t.project_name)::text as "project_name",
  (t.branch_name)::text as "branch_name",
  to_json(
    (
      select
        at
      from
        last
    )
  ) #>> '{}' as "last_session_at",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object(
              'id',
              m.id,
              'memory_id',
              m.memory_id,
              'title',
              left(m.title, 200),
              'memory_type',
              m.memory_type,
              'narrative',
              left(m.narrative, 600),
              'created_at',
              m.created_at
            )
            order by
              m.place
          ),
          '[]'
        )
      from
        best m
    )
  )::text as "memories",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object(
              'id',
              m.id,
              'memory_id',
              m.memory_id,
              'title',
              left(m.title, 200),
              'memory_type',
              m.memory_type,
              'narrative',
              left(m.narrative, 600),
              'created_at',
              m.created_at
            )
            order by
              m.created_at desc,
              m.id
          ),
          '[]'
        )
      from
        changed m
    )
  )::text as "changed",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('ended_at', s.ended_at, 'summary', left(s.summary, 4000))
            order by
              s.ended_at desc,
              s.id
          ),
          '[]'
        )
      from
        recent s
    )
  )::text as "sessions"
from
  target t
