-- markRepositoryResolved in packages/db/src/code/unresolved-repositories.ts

update code_repositories
set
  unresolved_since = null
where
  workspace_id = $1::uuid
  and id = $2::uuid
  and revision = $3::int
