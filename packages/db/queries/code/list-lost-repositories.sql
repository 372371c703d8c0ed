-- listLostRepositories in packages/db/src/code/unresolved-repositories.ts

select
  (workspace_id)::text as "workspaceId",
  (id)::text as "repositoryId",
  (revision)::int as "revision"
from
  code_repositories
where
  unresolved_since < $1::timestamptz
order by
  unresolved_since
limit
  1000
