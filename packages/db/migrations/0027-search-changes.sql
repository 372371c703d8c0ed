-- What has changed of what a search reads, for processes that keep an index of a workspace in their memory. Rows are only
-- ever added, so that no writer waits for another. Transactions end in another order than they begin in: a reader goes by
-- the oldest that was still open when it last looked (xid), and by what it has seen of later ones (seq).
create table search_changes (
  workspace_id uuid not null,
  seq bigint not null generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  memories uuid[] not null,
  changed_at timestamptz not null default now()
);
--> statement-breakpoint
create index on search_changes (workspace_id, xid);
--> statement-breakpoint
alter table search_changes alter column workspace_id set statistics 0;
--> statement-breakpoint
create function note_new_search_rows() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories) select workspace_id, array_agg(id) from new_rows group by workspace_id;
  return null;
end $$;
--> statement-breakpoint
create function note_gone_search_rows() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories) select workspace_id, array_agg(id) from old_rows group by workspace_id;
  return null;
end $$;
--> statement-breakpoint
create function note_changed_search_row() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories) values (new.workspace_id, array[new.id]);
  return null;
end $$;
--> statement-breakpoint
create function note_new_search_vectors() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories)
  select workspace_id, array_agg(memory_id) from new_rows group by workspace_id;
  return null;
end $$;
--> statement-breakpoint
-- What goes with its memory is noted with it.
create function note_gone_search_vectors() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories)
  select o.workspace_id, array_agg(o.memory_id) from old_rows o
  join memories m on m.workspace_id = o.workspace_id and m.id = o.memory_id group by o.workspace_id;
  return null;
end $$;
--> statement-breakpoint
-- No memory: numbers and frequencies of the workspace.
create function note_search_statistics() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories) values (new.workspace_id, '{}');
  return null;
end $$;
--> statement-breakpoint
create trigger search_memories_inserted after insert on memories
  referencing new table as new_rows for each statement execute function note_new_search_rows();
--> statement-breakpoint
create trigger search_memories_deleted after delete on memories
  referencing old table as old_rows for each statement execute function note_gone_search_rows();
--> statement-breakpoint
create trigger search_memories_updated after update on memories for each row
  when (old.search_text is distinct from new.search_text or old.term_count is distinct from new.term_count
    or old.importance_score is distinct from new.importance_score or old.confidence_score is distinct from new.confidence_score
    or old.memory_type is distinct from new.memory_type or old.tags is distinct from new.tags
    or old.source_files is distinct from new.source_files)
  execute function note_changed_search_row();
--> statement-breakpoint
create trigger search_vectors_inserted after insert on memory_embeddings
  referencing new table as new_rows for each statement execute function note_new_search_vectors();
--> statement-breakpoint
create trigger search_vectors_updated after update on memory_embeddings
  referencing new table as new_rows for each statement execute function note_new_search_vectors();
--> statement-breakpoint
create trigger search_vectors_deleted after delete on memory_embeddings
  referencing old table as old_rows for each statement execute function note_gone_search_vectors();
--> statement-breakpoint
create trigger search_statistics_updated after update on workspace_statistics for each row
  when (old.memories is distinct from new.memories or old.average_length is distinct from new.average_length
    or old.refreshed_at is distinct from new.refreshed_at)
  execute function note_search_statistics();
