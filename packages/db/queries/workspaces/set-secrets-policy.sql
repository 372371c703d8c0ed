-- setSecretsPolicy in packages/db/src/workspaces/workspaces.ts

update workspaces
set
  secrets = $1::text
where
  id = $2::uuid
returning
  id::text id
