-- readStanding in packages/db/src/browse/read-standing.ts

with
  shown as materialized (
    select
      memory_id
    from
      memory_counters
    where
      workspace_id = $1::uuid
      and memory_id = any ($2::uuid[])
    order by
      memory_id
    for update
  ),
  counted as (
    update memory_counters c
    set
      retrieval_count = c.retrieval_count + 1
    from
      shown f
    where
      c.workspace_id = $3::uuid
      and c.memory_id = f.memory_id
  )
select
  (m.id)::text as "id",
  (m.author)::text as "author",
  (p.project)::text as "project",
  (
    coalesce(
      not (
        lower(p.project) = lower(g.project)
        or (
          lower(regexp_replace(p.project, '^.*/', '')) = lower(regexp_replace(g.project, '^.*/', ''))
          and case
            when strpos(p.project, '/') = 0 then 0
            when starts_with(p.project, '…/') then 1
            else 2
          end <> case
            when strpos(g.project, '/') = 0 then 0
            when starts_with(g.project, '…/') then 1
            else 2
          end
        )
      ),
      false
    )
  )::bool as "is_foreign",
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
              lower(e.project) = lower(p.project)
              or (
                lower(regexp_replace(e.project, '^.*/', '')) = lower(regexp_replace(p.project, '^.*/', ''))
                and case
                  when strpos(e.project, '/') = 0 then 0
                  when starts_with(e.project, '…/') then 1
                  else 2
                end <> case
                  when strpos(p.project, '/') = 0 then 0
                  when starts_with(p.project, '…/') then 1
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
              lower(b.project) = lower(p.project)
              or (
                lower(regexp_replace(b.project, '^.*/', '')) = lower(regexp_replace(p.project, '^.*/', ''))
                and case
                  when strpos(b.project, '/') = 0 then 0
                  when starts_with(b.project, '…/') then 1
                  else 2
                end <> case
                  when strpos(p.project, '/') = 0 then 0
                  when starts_with(p.project, '…/') then 1
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
  (m.commit_id)::text as "commit",
  (w.is_withdrawn)::bool as "is_withdrawn",
  (k.reason)::text as "code",
  (k.verdict)::text as "code_verdict",
  (
    case
      when n.id is not null then json_build_object('id', n.id, 'memory_id', n.memory_id, 'title', left(n.title, 200), 'created_at', n.created_at)
    end
  )::text as "newer"
from
  memories m
  cross join (
    select
      $4::text project
  ) g
  cross join lateral (
    select
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
      ) project
  ) p
  left join memory_grounds k on k.workspace_id = m.workspace_id
  and k.memory_id = m.id
  cross join lateral (
    select
      exists (
        select
        from
          relationships r
        where
          r.workspace_id = $5::uuid
          and r.target_id = m.id
          and (
            r.relationship_type = 'contradicts'
            and r.discovery_method = 'manual'
          )
      )
      or coalesce(k.verdict = 'obsolete', false) is_withdrawn
  ) w
  left join lateral (
    select
      x.id,
      x.memory_id,
      x.title,
      x.created_at
    from
      memories x
      join memory_embeddings e on e.workspace_id = $6::uuid
      and e.memory_id = m.id
      and e.model = $7::text
      join memory_embeddings f on f.workspace_id = $8::uuid
      and f.memory_id = x.id
      and f.model = $9::text
    where
      x.workspace_id = $10::uuid
      and x.memory_type = m.memory_type
      and x.created_at > m.created_at
      and (
        x.source_files && m.source_files
        or x.concepts && m.concepts
        or x.tags && m.tags
      )
      and - (f.embedding <#> e.embedding) >= $11::float8
      and not exists (
        select
        from
          relationships r
        where
          r.workspace_id = $12::uuid
          and r.target_id = x.id
          and (
            r.relationship_type = 'contradicts'
            and r.discovery_method = 'manual'
          )
      )
      and not exists (
        select
        from
          relationships r
        where
          r.workspace_id = $13::uuid
          and r.discovery_method = 'manual'
          and (
            (
              r.source_id = x.id
              and r.target_id = m.id
            )
            or (
              r.source_id = m.id
              and r.target_id = x.id
            )
          )
      )
    order by
      x.created_at desc,
      x.id
    limit
      1
  ) n on m.memory_type in ('decision', 'convention')
where
  m.workspace_id = $14::uuid
  and m.id = any ($15::uuid[])
