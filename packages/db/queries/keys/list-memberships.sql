-- listMemberships in packages/db/src/keys/memberships.ts

select
  (workspace_id)::text as "workspace_id",
  (issuer)::text as "issuer",
  (subject)::text as "subject",
  (scope)::text as "scope",
  to_json(created_at) #>> '{}' as "created_at",
  to_json(last_used_at) #>> '{}' as "last_used_at"
from
  memberships
where
  workspace_id = $1::uuid
order by
  memberships.issuer,
  memberships.subject
limit
  1000
