-- deleteCodeRepository in packages/db/src/code/delete-code-repository.ts

delete from code_repositories
where
  workspace_id = $1::uuid
  and name = $2::text
returning
  id::text id
