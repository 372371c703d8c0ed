-- askForGrounds in packages/db/src/anchors/ask-for-grounds.ts

with
  lost as materialized (
    select
      g.workspace_id,
      g.memory_id,
      row_number() over (
        partition by
          g.workspace_id,
          m.author
        order by
          c.retrieval_count desc,
          g.judged_at,
          g.memory_id
      ) place
    from
      memory_grounds g
      join memories m on m.workspace_id = g.workspace_id
      and m.id = g.memory_id
      and m.author is not null
      join memory_counters c on c.workspace_id = g.workspace_id
      and c.memory_id = g.memory_id
    where
      g.workspace_id = any ($1::uuid[])
      and g.verdict in ('changed', 'gone')
      and c.retrieval_count > 0
      and coalesce(
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
      ) is distinct from 'open'
      and not (
        exists (
          select
          from
            relationships r
          where
            r.workspace_id = g.workspace_id
            and r.target_id = g.memory_id
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
            lost.workspace_id = g.workspace_id
            and lost.memory_id = g.memory_id
            and lost.verdict = 'obsolete'
        )
      )
  ),
  wanted as (
    select
      g.workspace_id,
      g.memory_id,
      l.place is not null is_wanted
    from
      memory_grounds g
      left join lost l on l.workspace_id = g.workspace_id
      and l.memory_id = g.memory_id
      and l.place <= $2::int
    where
      g.workspace_id = any ($3::uuid[])
      and (g.asked_at is not null) <> (l.place is not null)
  )
update memory_grounds g
set
  asked_at = case
    when w.is_wanted then $4::timestamptz
  end
from
  wanted w
where
  g.workspace_id = w.workspace_id
  and g.memory_id = w.memory_id
