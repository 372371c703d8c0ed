-- The revision of a memory that the command tied to the history or the working tree; null where only the index was asked.
alter table memory_grounds add column grounded_revision int;
--> statement-breakpoint
-- When a nightly list asked whoever wrote it what becomes of it; null where it does not ask, or somebody said it since.
alter table memory_grounds add column asked_at timestamptz;
