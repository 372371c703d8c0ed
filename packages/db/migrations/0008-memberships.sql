-- Who of a login provider may reach which workspace, and with which scope. Managed by the operator.
create table memberships (
  workspace_id uuid not null references workspaces on delete cascade,
  issuer text not null,
  subject text not null,
  scope text not null check (scope in ('read', 'write', 'admin')),
  created_at timestamptz not null,
  last_used_at timestamptz,
  read_tat timestamptz not null default '-infinity',
  write_tat timestamptz not null default '-infinity',
  primary key (workspace_id, issuer, subject)
) with (fillfactor = 50);
--> statement-breakpoint
create index on memberships (issuer, subject);
