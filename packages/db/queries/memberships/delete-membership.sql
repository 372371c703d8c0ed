-- deleteMembership in packages/db/src/memberships/memberships.ts

delete from memberships
where
  workspace_id = $1::uuid
  and issuer = $2::text
  and subject = $3::text
returning
  subject
