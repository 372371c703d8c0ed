-- readUnresolvedCalls in packages/db/src/code/read-unresolved-calls.ts

select
  (u.name)::text as "name",
  (f.path)::text as "path",
  (u.line)::int as "line",
  (u.count)::int as "count",
  (f.language)::text as "language",
  (own.language)::text as "ownLanguage",
  (
    (
      sum(u.count) over (
        partition by
          f.language
      )
    )::int
  )::int as "total"
from
  code_symbols s
  join code_files own on own.workspace_id = s.workspace_id
  and own.id = s.file_id
  join code_files f on f.workspace_id = s.workspace_id
  and f.id = own.id
  cross join lateral jsonb_to_recordset(f.unresolved) u (source uuid, name text, line int, count int)
where
  s.workspace_id = $1::uuid
  and s.id = $2::uuid
  and u.source = s.id
order by
  f.path ~ $3::text,
  f.path,
  u.line,
  u.name
limit
  $4::int
