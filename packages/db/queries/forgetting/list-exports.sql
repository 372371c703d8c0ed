-- listExports in packages/db/src/forgetting/workspace-exports.ts

select
  (x.file)::text as "file",
  to_json(x.made_at) #>> '{}' as "made_at"
from
  workspace_exports x
where
  x.workspace_id = $1::uuid
  and x.made_at >= $2::timestamptz
order by
  x.made_at desc,
  x.id
limit
  100
