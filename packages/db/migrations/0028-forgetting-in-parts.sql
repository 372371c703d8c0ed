-- What a request to forget has found so far, while it takes several calls: which memories go, and salted digests of their
-- sentences, by which quotations are found. Deleted with the last call, and at night where there was none.
create table forgetting_parts (
  workspace_id uuid not null references workspaces on delete cascade,
  run uuid not null,
  part int not null,
  found jsonb not null,
  begun_at timestamptz not null,
  primary key (workspace_id, run, part)
);
