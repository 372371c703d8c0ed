-- How an edge was found, and every line of it; empty for one made before this was kept.
alter table code_edges add column found_by text,
  add column lines int[] not null default '{}';
--> statement-breakpoint
-- Calls without a target, of names that symbols of the repository have, and those names for the index.
alter table code_files add column unresolved jsonb not null default '[]',
  add column unresolved_names text[] not null default '{}';
--> statement-breakpoint
create index code_files_unresolved_names on code_files using gin (workspace_id, unresolved_names);
