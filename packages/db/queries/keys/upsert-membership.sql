-- upsertMembership in packages/db/src/keys/memberships.ts

insert into
  memberships (workspace_id, issuer, subject, scope, created_at)
values
  ($1::uuid, $2::text, $3::text, $4::text, $5::timestamptz)
on conflict (workspace_id, issuer, subject) do update
set
  scope = excluded.scope
