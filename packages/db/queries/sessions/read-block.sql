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
        and (
          lower(s.project_name) = lower(t.project_name)
          or (
            lower(regexp_replace(s.project_name, '^.*/', '')) = lower(regexp_replace(t.project_name, '^.*/', ''))
            and case
              when strpos(s.project_name, '/') = 0 then 0
              when starts_with(s.project_name, '…/') then 1
              else 2
            end <> case
              when strpos(t.project_name, '/') = 0 then 0
              when starts_with(t.project_name, '…/') then 1
              else 2
            end
          )
        )
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
        cross join target t
      where
        m.workspace_id = $4::uuid
        and m.memory_type not in ('wiki', 'sdlc_knowledge')
        and (
          t.project_name = ''
          or m.project is null
          or (
            lower(m.project) = lower(t.project_name)
            or (
              lower(regexp_replace(m.project, '^.*/', '')) = lower(regexp_replace(t.project_name, '^.*/', ''))
              and case
                when strpos(m.project, '/') = 0 then 0
                when starts_with(m.project, '…/') then 1
                else 2
              end <> case
                when strpos(t.project_name, '/') = 0 then 0
                when starts_with(t.project_name, '…/') then 1
                else 2
              end
            )
          )
        )
        and not (
          exists (
            select
            from
              relationships r
            where
              r.workspace_id = $5::uuid
              and r.target_id = m.id
              and (
                r.relationship_type = 'supersedes'
                or r.relationship_type = 'contradicts'
                and r.discovery_method = 'manual'
              )
          )
          or exists (
            select
            from
              memory_grounds lost
            where
              lost.workspace_id = $6::uuid
              and lost.memory_id = m.id
              and lost.verdict = 'obsolete'
          )
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
        cross join target t
      where
        m.workspace_id = $7::uuid
        and m.memory_type not in ('wiki', 'sdlc_knowledge')
        and (
          t.project_name = ''
          or m.project is null
          or (
            lower(m.project) = lower(t.project_name)
            or (
              lower(regexp_replace(m.project, '^.*/', '')) = lower(regexp_replace(t.project_name, '^.*/', ''))
              and case
                when strpos(m.project, '/') = 0 then 0
                when starts_with(m.project, '…/') then 1
                else 2
              end <> case
                when strpos(t.project_name, '/') = 0 then 0
                when starts_with(t.project_name, '…/') then 1
                else 2
              end
            )
          )
        )
        and not (
          exists (
            select
            from
              relationships r
            where
              r.workspace_id = $8::uuid
              and r.target_id = m.id
              and (
                r.relationship_type = 'supersedes'
                or r.relationship_type = 'contradicts'
                and r.discovery_method = 'manual'
              )
          )
          or exists (
            select
            from
              memory_grounds lost
            where
              lost.workspace_id = $9::uuid
              and lost.memory_id = m.id
              and lost.verdict = 'obsolete'
          )
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
        or m.project is null then 0.1
        when m.branch = t.branch_name then 0.3
        else 0.2
      end + case
        when m.memory_type in ('convention', 'decision') then 0.15
        else 0
      end weight
    from
      candidate c
      cross join target t
      join memories m on m.workspace_id = $10::uuid
      and m.id = c.id
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
          and w.id <> all ($11::uuid[])
        union all
        select
          m.id,
          u.place - $12::int
        from
          target t
          cross join unnest($13::uuid[]) with ordinality u (id, place)
          join memories m on m.id = u.id
          and m.workspace_id = $14::uuid
          and m.memory_type not in ('wiki', 'sdlc_knowledge')
          and (
            t.project_name = ''
            or m.project is null
            or (
              lower(m.project) = lower(t.project_name)
              or (
                lower(regexp_replace(m.project, '^.*/', '')) = lower(regexp_replace(t.project_name, '^.*/', ''))
                and case
                  when strpos(m.project, '/') = 0 then 0
                  when starts_with(m.project, '…/') then 1
                  else 2
                end <> case
                  when strpos(t.project_name, '/') = 0 then 0
                  when starts_with(t.project_name, '…/') then 1
                  else 2
                end
              )
            )
          )
          and not (
            exists (
              select
              from
                relationships r
              where
                r.workspace_id = $15::uuid
                and r.target_id = m.id
                and (
                  r.relationship_type = 'supersedes'
                  or r.relationship_type = 'contradicts'
                  and r.discovery_method = 'manual'
                )
            )
            or exists (
              select
              from
                memory_grounds lost
              where
                lost.workspace_id = $16::uuid
                and lost.memory_id = m.id
                and lost.verdict = 'obsolete'
            )
          )
      ) w
      join memories m on m.workspace_id = $17::uuid
      and m.id = w.id
  ),
  changed as materialized (
    select
      m.*
    from
      memories m
      cross join target t
      cross join last l
    where
      m.workspace_id = $18::uuid
      and m.memory_type not in ('wiki', 'sdlc_knowledge')
      and (
        t.project_name = ''
        or m.project is null
        or (
          lower(m.project) = lower(t.project_name)
          or (
            lower(regexp_replace(m.project, '^.*/', '')) = lower(regexp_replace(t.project_name, '^.*/', ''))
            and case
              when strpos(m.project, '/') = 0 then 0
              when starts_with(m.project, '…/') then 1
              else 2
            end <> case
              when strpos(t.project_name, '/') = 0 then 0
              when starts_with(t.project_name, '…/') then 1
              else 2
            end
          )
        )
      )
      and not (
        exists (
          select
          from
            relationships r
          where
            r.workspace_id = $19::uuid
            and r.target_id = m.id
            and (
              r.relationship_type = 'supersedes'
              or r.relationship_type = 'contradicts'
              and r.discovery_method = 'manual'
            )
        )
        or exists (
          select
          from
            memory_grounds lost
          where
            lost.workspace_id = $20::uuid
            and lost.memory_id = m.id
            and lost.verdict = 'obsolete'
        )
      )
      and m.created_at > l.at
    order by
      m.created_at desc,
      m.id
    limit
      12
  ),
  asked as materialized (
    select
      m.*,
      g.asked_at
    from
      target t
      cross join memory_grounds g
      join memories m on m.workspace_id = g.workspace_id
      and m.id = g.memory_id
    where
      g.workspace_id = $21::uuid
      and g.asked_at is not null
      and g.verdict in ('changed', 'gone')
      and m.author = $22::text
      and m.workspace_id = $23::uuid
      and m.memory_type not in ('wiki', 'sdlc_knowledge')
      and (
        t.project_name = ''
        or m.project is null
        or (
          lower(m.project) = lower(t.project_name)
          or (
            lower(regexp_replace(m.project, '^.*/', '')) = lower(regexp_replace(t.project_name, '^.*/', ''))
            and case
              when strpos(m.project, '/') = 0 then 0
              when starts_with(m.project, '…/') then 1
              else 2
            end <> case
              when strpos(t.project_name, '/') = 0 then 0
              when starts_with(t.project_name, '…/') then 1
              else 2
            end
          )
        )
      )
      and not (
        exists (
          select
          from
            relationships r
          where
            r.workspace_id = $24::uuid
            and r.target_id = m.id
            and (
              r.relationship_type = 'supersedes'
              or r.relationship_type = 'contradicts'
              and r.discovery_method = 'manual'
            )
        )
        or exists (
          select
          from
            memory_grounds lost
          where
            lost.workspace_id = $25::uuid
            and lost.memory_id = m.id
            and lost.verdict = 'obsolete'
        )
      )
    order by
      g.asked_at,
      m.id
    limit
      3
  ),
  recent as materialized (
    select
      s.*
    from
      target t
      join sessions s on s.workspace_id = $26::uuid
      and s.id <> t.id
    where
      not s.is_active
      and s.summary is not null
      and (
        t.project_name = ''
        or (
          lower(s.project_name) = lower(t.project_name)
          or (
            lower(regexp_replace(s.project_name, '^.*/', '')) = lower(regexp_replace(t.project_name, '^.*/', ''))
            and case
              when strpos(s.project_name, '/') = 0 then 0
              when starts_with(s.project_name, '…/') then 1
              else 2
            end <> case
              when strpos(t.project_name, '/') = 0 then 0
              when starts_with(t.project_name, '…/') then 1
              else 2
            end
          )
        )
      )
    order by
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
              case
                when char_length(m.title) > 200 then left(m.title, 199) || '…'
                else m.title
              end,
              'memory_type',
              m.memory_type,
              'narrative',
              left(m.narrative, 600),
              'author',
              m.author,
              'project',
              m.project,
              'branch',
              m.branch,
              'branch_state',
              case
                when m.branch is not null then coalesce(
                  (
                    select
                      e.outcome
                    from
                      branch_ends e
                    where
                      e.workspace_id = m.workspace_id
                      and e.name = m.branch
                      and e.ended_at >= m.created_at
                      and (
                        lower(e.project) = lower(m.project)
                        or (
                          lower(regexp_replace(e.project, '^.*/', '')) = lower(regexp_replace(m.project, '^.*/', ''))
                          and case
                            when strpos(e.project, '/') = 0 then 0
                            when starts_with(e.project, '…/') then 1
                            else 2
                          end <> case
                            when strpos(m.project, '/') = 0 then 0
                            when starts_with(m.project, '…/') then 1
                            else 2
                          end
                        )
                      )
                    order by
                      e.ended_at
                    limit
                      1
                  ),
                  (
                    select
                      'open'
                    from
                      branches b
                    where
                      b.workspace_id = m.workspace_id
                      and b.name = m.branch
                      and (
                        lower(b.project) = lower(m.project)
                        or (
                          lower(regexp_replace(b.project, '^.*/', '')) = lower(regexp_replace(m.project, '^.*/', ''))
                          and case
                            when strpos(b.project, '/') = 0 then 0
                            when starts_with(b.project, '…/') then 1
                            else 2
                          end <> case
                            when strpos(m.project, '/') = 0 then 0
                            when starts_with(m.project, '…/') then 1
                            else 2
                          end
                        )
                      )
                    limit
                      1
                  )
                )
              end,
              'created_at',
              m.created_at,
              'code',
              (
                select
                  g.reason
                from
                  memory_grounds g
                where
                  g.workspace_id = m.workspace_id
                  and g.memory_id = m.id
                  and g.verdict in ('moved', 'changed', 'gone')
              )
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
              case
                when char_length(m.title) > 200 then left(m.title, 199) || '…'
                else m.title
              end,
              'memory_type',
              m.memory_type,
              'narrative',
              left(m.narrative, 600),
              'author',
              m.author,
              'project',
              m.project,
              'branch',
              m.branch,
              'branch_state',
              case
                when m.branch is not null then coalesce(
                  (
                    select
                      e.outcome
                    from
                      branch_ends e
                    where
                      e.workspace_id = m.workspace_id
                      and e.name = m.branch
                      and e.ended_at >= m.created_at
                      and (
                        lower(e.project) = lower(m.project)
                        or (
                          lower(regexp_replace(e.project, '^.*/', '')) = lower(regexp_replace(m.project, '^.*/', ''))
                          and case
                            when strpos(e.project, '/') = 0 then 0
                            when starts_with(e.project, '…/') then 1
                            else 2
                          end <> case
                            when strpos(m.project, '/') = 0 then 0
                            when starts_with(m.project, '…/') then 1
                            else 2
                          end
                        )
                      )
                    order by
                      e.ended_at
                    limit
                      1
                  ),
                  (
                    select
                      'open'
                    from
                      branches b
                    where
                      b.workspace_id = m.workspace_id
                      and b.name = m.branch
                      and (
                        lower(b.project) = lower(m.project)
                        or (
                          lower(regexp_replace(b.project, '^.*/', '')) = lower(regexp_replace(m.project, '^.*/', ''))
                          and case
                            when strpos(b.project, '/') = 0 then 0
                            when starts_with(b.project, '…/') then 1
                            else 2
                          end <> case
                            when strpos(m.project, '/') = 0 then 0
                            when starts_with(m.project, '…/') then 1
                            else 2
                          end
                        )
                      )
                    limit
                      1
                  )
                )
              end,
              'created_at',
              m.created_at,
              'code',
              (
                select
                  g.reason
                from
                  memory_grounds g
                where
                  g.workspace_id = m.workspace_id
                  and g.memory_id = m.id
                  and g.verdict in ('moved', 'changed', 'gone')
              )
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
            json_build_object(
              'id',
              m.id,
              'memory_id',
              m.memory_id,
              'title',
              case
                when char_length(m.title) > 200 then left(m.title, 199) || '…'
                else m.title
              end,
              'memory_type',
              m.memory_type,
              'narrative',
              left(m.narrative, 600),
              'author',
              m.author,
              'project',
              m.project,
              'branch',
              m.branch,
              'branch_state',
              case
                when m.branch is not null then coalesce(
                  (
                    select
                      e.outcome
                    from
                      branch_ends e
                    where
                      e.workspace_id = m.workspace_id
                      and e.name = m.branch
                      and e.ended_at >= m.created_at
                      and (
                        lower(e.project) = lower(m.project)
                        or (
                          lower(regexp_replace(e.project, '^.*/', '')) = lower(regexp_replace(m.project, '^.*/', ''))
                          and case
                            when strpos(e.project, '/') = 0 then 0
                            when starts_with(e.project, '…/') then 1
                            else 2
                          end <> case
                            when strpos(m.project, '/') = 0 then 0
                            when starts_with(m.project, '…/') then 1
                            else 2
                          end
                        )
                      )
                    order by
                      e.ended_at
                    limit
                      1
                  ),
                  (
                    select
                      'open'
                    from
                      branches b
                    where
                      b.workspace_id = m.workspace_id
                      and b.name = m.branch
                      and (
                        lower(b.project) = lower(m.project)
                        or (
                          lower(regexp_replace(b.project, '^.*/', '')) = lower(regexp_replace(m.project, '^.*/', ''))
                          and case
                            when strpos(b.project, '/') = 0 then 0
                            when starts_with(b.project, '…/') then 1
                            else 2
                          end <> case
                            when strpos(m.project, '/') = 0 then 0
                            when starts_with(m.project, '…/') then 1
                            else 2
                          end
                        )
                      )
                    limit
                      1
                  )
                )
              end,
              'created_at',
              m.created_at,
              'code',
              (
                select
                  g.reason
                from
                  memory_grounds g
                where
                  g.workspace_id = m.workspace_id
                  and g.memory_id = m.id
                  and g.verdict in ('moved', 'changed', 'gone')
              )
            )
            order by
              m.asked_at,
              m.id
          ),
          '[]'
        )
      from
        asked m
    )
  )::text as "asked",
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
