-- listOpenBranches in packages/db/src/branches/list-open-branches.ts

select
  (s.name)::text as "name",
  (s.memories)::int as "memories",
  to_json(s.first_at) #>> '{}' as "first_at",
  (b.tip)::text as "tip",
  (b.whole_id)::text as "whole_id",
  (coalesce(to_json(b.commit_ids), '[]'))::text as "commit_ids",
  (b.pull)::int as "pull"
from
  (
    select
      m.branch as name,
      count(*) memories,
      min(m.created_at) first_at,
      max(m.created_at) last_at
    from
      memories m
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
      m.workspace_id = $1::uuid
      and m.branch is not null
      and (
        lower(p.project) = lower($2::text)
        or (
          lower(regexp_replace(p.project, '^.*/', '')) = lower(regexp_replace($3::text, '^.*/', ''))
          and case
            when strpos(p.project, '/') = 0 then 0
            when starts_with(p.project, '…/') then 1
            else 2
          end <> case
            when strpos($4::text, '/') = 0 then 0
            when starts_with($5::text, '…/') then 1
            else 2
          end
        )
      )
      and (
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
      ) is null
    group by
      m.branch
  ) s
  left join branches b on b.workspace_id = $6::uuid
  and b.name = s.name
  and lower(b.project) = lower($7::text)
order by
  s.last_at desc,
  s.name
limit
  $8::int
