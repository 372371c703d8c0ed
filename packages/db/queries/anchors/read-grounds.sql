-- readGrounds in packages/db/src/anchors/read-grounds.ts

select
  (m.id)::text as "id",
  (m.memory_id)::text as "memory_id",
  (g.verdict)::text as "verdict",
  (g.reason)::text as "code",
  to_json(g.judged_at) #>> '{}' as "judged_at",
  (m.branch)::text as "branch",
  (
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
              lower(e.project) = lower(
                coalesce(
                  m.project,
                  (
                    select
                      d.origin
                    from
                      document_sections o
                      join documents d on d.workspace_id = o.workspace_id
                      and d.id = o.document_id
                    where
                      o.workspace_id = m.workspace_id
                      and o.memory_id = m.id
                      and d.origin !~ '^(commit|folder):'
                  )
                )
              )
              or (
                lower(regexp_replace(e.project, '^.*/', '')) = lower(
                  regexp_replace(
                    coalesce(
                      m.project,
                      (
                        select
                          d.origin
                        from
                          document_sections o
                          join documents d on d.workspace_id = o.workspace_id
                          and d.id = o.document_id
                        where
                          o.workspace_id = m.workspace_id
                          and o.memory_id = m.id
                          and d.origin !~ '^(commit|folder):'
                      )
                    ),
                    '^.*/',
                    ''
                  )
                )
                and case
                  when strpos(e.project, '/') = 0 then 0
                  when starts_with(e.project, '…/') then 1
                  else 2
                end <> case
                  when strpos(
                    coalesce(
                      m.project,
                      (
                        select
                          d.origin
                        from
                          document_sections o
                          join documents d on d.workspace_id = o.workspace_id
                          and d.id = o.document_id
                        where
                          o.workspace_id = m.workspace_id
                          and o.memory_id = m.id
                          and d.origin !~ '^(commit|folder):'
                      )
                    ),
                    '/'
                  ) = 0 then 0
                  when starts_with(
                    coalesce(
                      m.project,
                      (
                        select
                          d.origin
                        from
                          document_sections o
                          join documents d on d.workspace_id = o.workspace_id
                          and d.id = o.document_id
                        where
                          o.workspace_id = m.workspace_id
                          and o.memory_id = m.id
                          and d.origin !~ '^(commit|folder):'
                      )
                    ),
                    '…/'
                  ) then 1
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
              lower(b.project) = lower(
                coalesce(
                  m.project,
                  (
                    select
                      d.origin
                    from
                      document_sections o
                      join documents d on d.workspace_id = o.workspace_id
                      and d.id = o.document_id
                    where
                      o.workspace_id = m.workspace_id
                      and o.memory_id = m.id
                      and d.origin !~ '^(commit|folder):'
                  )
                )
              )
              or (
                lower(regexp_replace(b.project, '^.*/', '')) = lower(
                  regexp_replace(
                    coalesce(
                      m.project,
                      (
                        select
                          d.origin
                        from
                          document_sections o
                          join documents d on d.workspace_id = o.workspace_id
                          and d.id = o.document_id
                        where
                          o.workspace_id = m.workspace_id
                          and o.memory_id = m.id
                          and d.origin !~ '^(commit|folder):'
                      )
                    ),
                    '^.*/',
                    ''
                  )
                )
                and case
                  when strpos(b.project, '/') = 0 then 0
                  when starts_with(b.project, '…/') then 1
                  else 2
                end <> case
                  when strpos(
                    coalesce(
                      m.project,
                      (
                        select
                          d.origin
                        from
                          document_sections o
                          join documents d on d.workspace_id = o.workspace_id
                          and d.id = o.document_id
                        where
                          o.workspace_id = m.workspace_id
                          and o.memory_id = m.id
                          and d.origin !~ '^(commit|folder):'
                      )
                    ),
                    '/'
                  ) = 0 then 0
                  when starts_with(
                    coalesce(
                      m.project,
                      (
                        select
                          d.origin
                        from
                          document_sections o
                          join documents d on d.workspace_id = o.workspace_id
                          and d.id = o.document_id
                        where
                          o.workspace_id = m.workspace_id
                          and o.memory_id = m.id
                          and d.origin !~ '^(commit|folder):'
                      )
                    ),
                    '…/'
                  ) then 1
                  else 2
                end
              )
            )
          limit
            1
        )
      )
    end
  )::text as "branch_state",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object(
              'repository',
              r.name,
              'path',
              a.path,
              'name',
              a.name,
              'kind',
              a.kind,
              'reason',
              a.reason,
              'verdict',
              a.verdict,
              'now_path',
              a.now_path,
              'now_name',
              a.now_name,
              'commit_id',
              a.commit_id,
              'grounded_at',
              a.grounded_at
            )
            order by
              a.path,
              a.name
          ),
          '[]'
        )
      from
        memory_anchors a
        join code_repositories r on r.workspace_id = a.workspace_id
        and r.id = a.repository_id
      where
        a.workspace_id = g.workspace_id
        and a.memory_id = g.memory_id
    )
  )::text as "anchors"
from
  memories m
  left join memory_grounds g on g.workspace_id = m.workspace_id
  and g.memory_id = m.id
  and g.reason is not null
where
  m.workspace_id = $1::uuid
  and m.id = any ($2::uuid[])
  and (
    g.memory_id is not null
    or m.branch is not null
  )
