-- The code graph: repositories, their files as the indexer read them, and the symbols and edges made from those.
create table code_repositories (
  workspace_id uuid not null references workspaces on delete cascade,
  -- Made from the workspace and the name.
  id uuid not null,
  name text not null,
  -- Counts the writes: a file carries the number of the write that changed it, and of the one its edges are right for.
  revision int not null default 0,
  -- The last write that removed files: any other file may have lost a target.
  removed_revision int not null default 0,
  -- The first write that no resolution has followed yet; null when all edges are right.
  unresolved_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
--> statement-breakpoint
create index on code_repositories (unresolved_since) where unresolved_since is not null;
--> statement-breakpoint
create table code_files (
  workspace_id uuid not null,
  -- That of its module symbol.
  id uuid not null,
  repository_id uuid not null,
  path text not null,
  language text not null,
  package_name text,
  content_hash text not null,
  partial bool not null,
  symbol_count int not null,
  -- Lexemes of the symbols' names, for the check that every search makes.
  words text[] not null,
  -- What edges are resolved from, gzip in base64: symbols, imports and bases, which every file may need of every other,
  -- and the calls, which only the file itself does.
  outline text not null,
  calls text not null,
  -- Changes when other files could find something else here.
  outline_digest text not null,
  stored_revision int not null,
  outline_revision int not null,
  resolved_revision int not null default 0,
  edge_count int not null default 0,
  call_edge_count int not null default 0,
  primary key (workspace_id, id),
  unique (workspace_id, repository_id, path),
  foreign key (workspace_id, repository_id) references code_repositories on delete cascade
);
--> statement-breakpoint
-- Compressed already: kept out of the row, where counting need not read them.
alter table code_files alter column outline set storage external, alter column calls set storage external;
--> statement-breakpoint
create index code_files_words on code_files using gin (workspace_id, words);
--> statement-breakpoint
create table code_symbols (
  workspace_id uuid not null,
  -- Made from the repository and the key, so that it stays while the symbol stays.
  id uuid not null,
  file_id uuid not null,
  kind text not null check (kind in ('function', 'class', 'module')),
  name text not null,
  qualified_name text not null,
  class_name text,
  start_line int not null,
  end_line int not null,
  signature text not null,
  doc text,
  primary key (workspace_id, id),
  foreign key (workspace_id, file_id) references code_files on delete cascade
);
--> statement-breakpoint
create index on code_symbols (workspace_id, file_id);
--> statement-breakpoint
create index on code_symbols (workspace_id, lower(name));
--> statement-breakpoint
create table code_edges (
  workspace_id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  kind text not null check (kind in ('calls', 'inherits', 'imports', 'contains')),
  -- The file that says so: its edges are replaced together.
  file_id uuid not null,
  confidence float8 not null,
  line int not null,
  reference_count int not null,
  primary key (workspace_id, source_id, target_id, kind),
  -- None to the symbols: two checks an edge took two thirds of the time to write it. What deletes symbols deletes these.
  foreign key (workspace_id, file_id) references code_files on delete cascade
);
--> statement-breakpoint
create index on code_edges (workspace_id, target_id);
--> statement-breakpoint
create index on code_edges (workspace_id, file_id);
