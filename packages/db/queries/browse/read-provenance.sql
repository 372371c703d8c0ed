-- readProvenance in packages/db/src/browse/read-provenance.ts

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
  (m.commit_id)::text as "commit"
from
  memories m
  cross join (
    select
      $1::text project
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
where
  m.workspace_id = $2::uuid
  and m.id = any ($3::uuid[])
  and coalesce(m.author, p.project, m.branch, m.commit_id) is not null
