-- Two workspaces of one deployment may hold the same memories and sessions, once they were exported from one and imported into
-- the other. Only who starts a session needs an id that nobody has used.
alter table memories drop constraint memories_memory_id_key;
--> statement-breakpoint
create unique index memories_memory_id on memories (workspace_id, memory_id);
--> statement-breakpoint
alter table sessions drop constraint sessions_session_id_key;
--> statement-breakpoint
alter table sessions add column is_imported bool not null default false;
--> statement-breakpoint
create unique index sessions_started on sessions (session_id) where not is_imported;
--> statement-breakpoint
create index sessions_imported on sessions (session_id) where is_imported;
