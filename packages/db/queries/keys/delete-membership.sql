-- deleteMembership in packages/db/src/keys/memberships.ts

delete from memberships
where
  workspace_id = $1::uuid
  and issuer = $2::text
  and subject = $3::text
returning
  subject
