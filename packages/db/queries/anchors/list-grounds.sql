-- listGrounds in packages/db/src/anchors/list-grounds.ts

with
  wanted (memory_id, reason, retrieval_count, settlement_id, said, context, settled_by, settled_at) as materialized (
    select
      g.memory_id,
      g.reason,
      c.retrieval_count,
      null::uuid settlement_id,
      null said,
      null context,
      null settled_by,
      null::timestamptz settled_at
    from
      memory_grounds g
      join memories m on m.workspace_id = g.workspace_id
      and m.id = g.memory_id
      join memory_counters c on c.workspace_id = g.workspace_id
      and c.memory_id = g.memory_id
    where
      g.workspace_id = $1::uuid
      and g.verdict in ('changed', 'gone')
      and m.author = $2::text
      and (
        g.asked_at is not null
        or $3::bool
      )
      and not (
        exists (
          select
          from
            relationships r
          where
            r.workspace_id = $4::uuid
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
            lost.workspace_id = $5::uuid
            and lost.memory_id = m.id
            and lost.verdict = 'obsolete'
        )
      )
  )
select
  (c.n)::int as "count",
  (
    case
      when m.id is not null then json_build_object(
        'id',
        m.id,
        'memory_id',
        m.memory_id,
        'title',
        left(m.title, 200),
        'memory_type',
        m.memory_type,
        'narrative',
        left(m.narrative, 300),
        'author',
        m.author,
        'created_at',
        m.created_at,
        'retrieval_count',
        p.retrieval_count,
        'code',
        p.reason,
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
        end,
        'settlement',
        case
          when p.settlement_id is not null then json_build_object(
            'id',
            p.settlement_id,
            'verdict',
            p.said,
            'context',
            left(p.context, 1000),
            'settled_by',
            p.settled_by,
            'settled_at',
            p.settled_at
          )
        end
      )
    end
  )::text as "ground"
from
  (
    select
      count(*) n
    from
      wanted
  ) c
  left join lateral (
    select
      *
    from
      wanted
    order by
      settled_at desc,
      retrieval_count desc,
      memory_id
    limit
      $6::int
    offset
      $7::int
  ) p on true
  left join memories m on m.workspace_id = $8::uuid
  and m.id = p.memory_id
order by
  p.settled_at desc,
  p.retrieval_count desc,
  p.memory_id
