-- What tells a symbol from what it was: hashes of its declaration and of what it holds, without comments and formatting, and the
-- number of words in the latter. Null of an index of before, until its files are sent again.
alter table code_symbols add column signature_hash text, add column body_hash text, add column body_size int;
--> statement-breakpoint
create index code_symbols_body on code_symbols (workspace_id, body_hash) where body_hash is not null;
--> statement-breakpoint
-- What was checked out when the tree was indexed last; null where it is in no repository.
alter table code_repositories add column branch text, add column commit_id text, add column committed_at timestamptz;
--> statement-breakpoint
-- How a memory stands to the code it is about, by the worst of its anchors.
create table memory_grounds (
  workspace_id uuid not null,
  memory_id uuid not null,
  -- The revision of the memory that its anchors were made from.
  revision int not null,
  anchored_at timestamptz not null,
  verdict text not null default 'unknown'
    check (verdict in ('current', 'moved', 'changed', 'gone', 'unknown', 'obsolete')),
  -- One clause that says why; null where there is nothing to say.
  reason text,
  -- Since when the verdict is what it is.
  judged_at timestamptz not null,
  settled_by text,
  primary key (workspace_id, memory_id),
  foreign key (workspace_id, memory_id) references memories on delete cascade
);
--> statement-breakpoint
create index on memory_grounds (workspace_id, verdict, judged_at) where verdict in ('changed', 'gone');
--> statement-breakpoint
create table memory_anchors (
  workspace_id uuid not null,
  memory_id uuid not null,
  repository_id uuid not null,
  -- Where it was when the memory was made.
  path text not null,
  -- Qualified; empty for a file.
  name text not null,
  kind text not null check (kind in ('symbol', 'file')),
  reason text not null check (reason in ('named', 'edited', 'file')),
  -- What the hashes are of: an index, until the history or the working tree has been asked.
  source text not null check (source in ('index', 'commit', 'tree', 'settled')),
  signature_hash text,
  body_hash text,
  commit_id text,
  grounded_at timestamptz not null,
  verdict text not null default 'unknown' check (verdict in ('current', 'moved', 'changed', 'gone', 'unknown')),
  -- Where it stands now, which the next verdict begins at.
  now_path text,
  now_name text,
  part text,
  primary key (workspace_id, memory_id, repository_id, path, name),
  foreign key (workspace_id, memory_id) references memory_grounds on delete cascade,
  foreign key (workspace_id, repository_id) references code_repositories on delete cascade
);
--> statement-breakpoint
create index on memory_anchors (workspace_id, repository_id, memory_id);
