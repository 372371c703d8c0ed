-- findUnresolvedRepository in packages/db/src/code/unresolved-repositories.ts

select
  (r.revision)::int as "revision",
  (coalesce(r.unresolved_since < $1::timestamptz, false))::bool as "overdue",
  (p.id)::text as "id",
  (p.path)::text as "path"
from
  code_repositories r
  cross join lateral (
    select
      greatest(r.removed_revision, max(o.outline_revision)) revision
    from
      code_files o
    where
      o.workspace_id = r.workspace_id
      and o.repository_id = r.id
  ) w
  left join lateral (
    select
      id,
      path,
      sum(octet_length(path)) over (
        order by
          path collate "C"
      ) running
    from
      (
        select
          f.id,
          f.path
        from
          code_files f
        where
          f.workspace_id = r.workspace_id
          and f.repository_id = r.id
          and f.resolved_revision < greatest(f.stored_revision, w.revision)
          and f.path collate "C" > $2::text
        order by
          f.path collate "C"
        limit
          $3::int
      ) f
  ) p on p.running < $4::int
where
  r.workspace_id = $5::uuid
  and r.id = $6::uuid
order by
  p.path collate "C"
