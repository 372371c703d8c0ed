-- listCodeRepositories in packages/db/src/code/list-code-repositories.ts

select
  (r.name)::text as "name",
  (r.origin)::text as "origin",
  (count(f.id))::int as "files",
  (coalesce(sum(f.symbol_count), 0))::int as "symbols",
  (coalesce(sum(f.edge_count), 0))::int as "edges",
  (coalesce(sum(f.call_edge_count), 0))::int as "call_edges",
  (
    count(*) filter (
      where
        f.partial
    )
  )::int as "partial_files",
  (
    count(*) filter (
      where
        f.resolved_revision < greatest(f.stored_revision, w.revision)
    )
  )::int as "pending_files",
  to_json(r.updated_at) #>> '{}' as "updated_at"
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
  left join code_files f on f.workspace_id = r.workspace_id
  and f.repository_id = r.id
where
  r.workspace_id = $1::uuid
  and coalesce(r.name = $2::text, true)
group by
  r.workspace_id,
  r.id,
  w.revision
order by
  r.name
