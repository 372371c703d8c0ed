-- listRememberedSymbols in packages/db/src/overview/list-remembered-symbols.ts

select
  (r.name)::text as "repository",
  (a.path)::text as "path",
  (a.name)::text as "name",
  (s.id)::text as "symbol_id",
  (a.memories)::int as "memories",
  (a.doubtful)::int as "doubtful"
from
  (
    select
      repository_id,
      coalesce(now_path, path) path,
      coalesce(now_name, name) name,
      count(distinct memory_id)::int memories,
      count(distinct memory_id) filter (
        where
          verdict in ('changed', 'gone')
      )::int doubtful
    from
      memory_anchors
    where
      workspace_id = $1::uuid
    group by
      1,
      2,
      3
    order by
      memories desc,
      path,
      name
    limit
      $2::int
  ) a
  join code_repositories r on r.workspace_id = $3::uuid
  and r.id = a.repository_id
  left join lateral (
    select
      s.id
    from
      code_files f
      join code_symbols s on s.workspace_id = f.workspace_id
      and s.file_id = f.id
    where
      f.workspace_id = $4::uuid
      and f.repository_id = a.repository_id
      and f.path = a.path
      and (
        s.qualified_name = a.name
        or a.name = ''
        and s.id = f.id
      )
    limit
      1
  ) s on true
order by
  a.memories desc,
  a.path,
  a.name
