-- What background work has done to a memory stands beside its counters: the memory's own row has four GIN indexes, which
-- each update of it writes again (1.6 ms in the embedded engine, against 0.1 for this row).
alter table memory_counters
  -- Hash of what the embedding was made from, null until it is stored.
  add column content_hash text,
  -- Of what the relationships were found for, and when.
  add column discovered_digest text,
  add column discovered_at timestamptz;
--> statement-breakpoint
update memory_counters c set content_hash = m.content_hash, discovered_digest = m.discovered_digest,
  discovered_at = m.discovered_at
from memories m where m.workspace_id = c.workspace_id and m.id = c.memory_id
  and (m.content_hash is not null or m.discovered_digest is not null);
--> statement-breakpoint
drop index memories_pending;
--> statement-breakpoint
drop trigger memories_embedded on memories;
--> statement-breakpoint
create trigger memories_embedded after update of content_hash on memory_counters for each row
  when (new.content_hash is not null and new.content_hash is distinct from old.content_hash)
  execute function note_embedded_memory();
--> statement-breakpoint
alter table memories drop column content_hash, drop column discovered_digest, drop column discovered_at;
--> statement-breakpoint
-- The sweep for lost messages reads this and nothing else.
create index memory_counters_pending on memory_counters (workspace_id, memory_id)
  where content_hash is null or discovered_digest is distinct from content_hash;
--> statement-breakpoint
-- Whoever writes a new content: its embedding is of the old one.
create function reopen_memory() returns trigger language plpgsql as $$
begin
  update memory_counters c set content_hash = null
  where c.workspace_id = new.workspace_id and c.memory_id = new.id and c.content_hash is not null;
  return null;
end $$;
--> statement-breakpoint
create trigger memories_reopened after update on memories for each row
  when (old.content_digest <> new.content_digest) execute function reopen_memory();
--> statement-breakpoint
-- Counters that come from elsewhere, with marks of a content that was changed on the way, as the masking of secrets does.
create function drop_foreign_marks() returns trigger language plpgsql as $$
begin
  if not exists (select from memories m
    where m.workspace_id = new.workspace_id and m.id = new.memory_id and m.content_digest = new.content_hash) then
    new.content_hash := null;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger memory_counters_marked before insert on memory_counters for each row
  when (new.content_hash is not null) execute function drop_foreign_marks();
--> statement-breakpoint
-- As before, but a memory that comes back is embedded and related anew.
create or replace function note_deleted_memory() returns trigger language plpgsql as $$
declare
  note jsonb := nullif(current_setting('memory.change', true), '')::jsonb;
begin
  if note ? 'off' then return old; end if;
  insert into memory_changes (workspace_id, id, memory_row_id, memory_id, kind, author, via, batch, before, changed_at)
  select old.workspace_id, ordered_uuid(clock_timestamp()), old.id, old.memory_id, 'deleted', note ->> 'author',
    note ->> 'via', note ->> 'batch', jsonb_build_object(
      'memories', jsonb_build_array(to_jsonb(old) - array['workspace_id', 'search_text', 'term_count', 'pagerank_score',
        'community_label']),
      'memory_counters', (select coalesce(jsonb_agg(to_jsonb(t) - array['workspace_id', 'content_hash',
          'discovered_digest', 'discovered_at']), '[]') from memory_counters t
        where t.workspace_id = old.workspace_id and t.memory_id = old.id),
      'relationships', (select coalesce(jsonb_agg(to_jsonb(t) - 'workspace_id'), '[]') from relationships t
        where t.workspace_id = old.workspace_id and t.discovery_method = 'manual'
          and (t.source_id = old.id or t.target_id = old.id)),
      'feedback', (select coalesce(jsonb_agg(to_jsonb(t) - 'workspace_id'), '[]') from feedback t
        where t.workspace_id = old.workspace_id and t.memory_id = old.id),
      'memory_sources', (select coalesce(jsonb_agg(to_jsonb(t) - 'workspace_id'), '[]') from memory_sources t
        where t.workspace_id = old.workspace_id and t.memory_id = old.id),
      'documents', (select coalesce(jsonb_agg(to_jsonb(d) - 'workspace_id'), '[]') from document_sections t
        join documents d on d.workspace_id = t.workspace_id and d.id = t.document_id
        where t.workspace_id = old.workspace_id and t.memory_id = old.id),
      'document_sections', (select coalesce(jsonb_agg(to_jsonb(t) - 'workspace_id'), '[]') from document_sections t
        where t.workspace_id = old.workspace_id and t.memory_id = old.id)), clock_timestamp()
  -- A workspace that goes takes its memories along.
  from workspaces w where w.id = old.workspace_id;
  return old;
end $$;
