-- listPendingGrounds in packages/db/src/anchors/list-pending-grounds.ts

select
  (m.id)::text as "id",
  (m.memory_id)::text as "memory_id",
  (m.revision)::int as "revision",
  (m.title)::text as "title",
  (left(m.narrative, 16000))::text as "narrative",
  (to_json(m.source_files))::text as "source_files",
  (
    (
      select
        coalesce(json_agg(distinct f.path), '[]')
      from
        (
          select
            unnest(o.files) path
          from
            sessions s
            join observations o on o.workspace_id = s.workspace_id
            and o.session_row_id = s.id
            and o.kind = 'edit'
          where
            s.workspace_id = m.workspace_id
            and s.session_id = m.source_session_id
          limit
            100
        ) f
    )
  )::text as "edited",
  (m.commit_id)::text as "commit_id",
  to_json(coalesce(m.updated_at, m.created_at)) #>> '{}' as "said_at"
from
  code_repositories r
  join memories m on m.workspace_id = r.workspace_id
  left join memory_grounds g on g.workspace_id = m.workspace_id
  and g.memory_id = m.id
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
where
  r.workspace_id = $1::uuid
  and r.id = $2::uuid
  and g.grounded_revision is distinct from m.revision
  and coalesce(g.verdict <> 'obsolete', true)
  and not exists (
    select
    from
      memory_anchors a
    where
      a.workspace_id = m.workspace_id
      and a.memory_id = m.id
      and a.source = 'settled'
      and g.revision = m.revision
  )
  and (
    coalesce(
      (
        lower(p.project) = lower(r.origin)
        or (
          lower(regexp_replace(p.project, '^.*/', '')) = lower(regexp_replace(r.origin, '^.*/', ''))
          and case
            when strpos(p.project, '/') = 0 then 0
            when starts_with(p.project, '…/') then 1
            else 2
          end <> case
            when strpos(r.origin, '/') = 0 then 0
            when starts_with(r.origin, '…/') then 1
            else 2
          end
        )
      ),
      false
    )
    or coalesce(
      (
        lower(p.project) = lower(r.name)
        or (
          lower(regexp_replace(p.project, '^.*/', '')) = lower(regexp_replace(r.name, '^.*/', ''))
          and case
            when strpos(p.project, '/') = 0 then 0
            when starts_with(p.project, '…/') then 1
            else 2
          end <> case
            when strpos(r.name, '/') = 0 then 0
            when starts_with(r.name, '…/') then 1
            else 2
          end
        )
      ),
      false
    )
    or exists (
      select
      from
        memory_anchors a
      where
        a.workspace_id = m.workspace_id
        and a.memory_id = m.id
        and a.repository_id = r.id
    )
  )
order by
  m.created_at desc,
  m.id
limit
  $3::int
