-- What became of memories: who changed which, from where, when, and what was before. Written by the database itself, so that
-- no way of writing is left out; who and where come from the setting memory.change, which the changing statement makes.
create table memory_changes (
  workspace_id uuid not null references workspaces on delete cascade,
  -- In the order of time, so that a page and the oldest are ranges of the key.
  id uuid not null,
  memory_row_id uuid not null,
  memory_id text not null,
  kind text not null check (kind in ('created', 'updated', 'deleted')),
  author text,
  via text,
  -- What belongs together: a request, a run of a job, an import.
  batch text,
  -- Of an update the fields that it changed; of a deletion the rows that went, by table.
  before jsonb,
  -- Digests of what it left, by field: what has another one now was changed since.
  after_digest jsonb,
  changed_at timestamptz not null,
  undone_at timestamptz,
  primary key (workspace_id, id)
);
--> statement-breakpoint
create index on memory_changes (workspace_id, memory_row_id);
--> statement-breakpoint
create index on memory_changes (workspace_id, batch, id);
--> statement-breakpoint
alter table memory_changes alter column workspace_id set statistics 0;
--> statement-breakpoint
-- A UUID of version 7 for a moment, with microseconds: later moments have greater ones.
create function ordered_uuid(moment timestamptz) returns uuid language sql volatile as $$
  select encode(overlay(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(t.us / 1000) from 3) from 1 for 6)
    placing int2send((28672 + t.us % 1000 * 4)::int2) from 7 for 2), 'hex')::uuid
  from (select (extract(epoch from moment) * 1000000)::int8 us) t
$$;
--> statement-breakpoint
create function note_created_memories() returns trigger language plpgsql as $$
declare
  note jsonb := nullif(current_setting('memory.change', true), '')::jsonb;
begin
  if note ? 'off' then return null; end if;
  insert into memory_changes (workspace_id, id, memory_row_id, memory_id, kind, author, via, batch, after_digest, changed_at)
  select n.workspace_id, ordered_uuid(clock_timestamp()), n.id, n.memory_id, 'created', note ->> 'author', note ->> 'via',
    note ->> 'batch', jsonb_build_object('content', n.content_digest), clock_timestamp()
  from new_rows n;
  return null;
end $$;
--> statement-breakpoint
create trigger memories_created after insert on memories
  referencing new table as new_rows for each statement execute function note_created_memories();
--> statement-breakpoint
create function memory_fields(m memories) returns jsonb language sql immutable
  return jsonb_build_object('title', m.title, 'narrative', m.narrative, 'memory_type', m.memory_type, 'tags', m.tags,
    'concepts', m.concepts, 'source_files', m.source_files, 'importance_score', m.importance_score,
    'confidence_score', m.confidence_score);
--> statement-breakpoint
create function note_updated_memory() returns trigger language plpgsql as $$
declare
  note jsonb := nullif(current_setting('memory.change', true), '')::jsonb;
begin
  if note ? 'off' then return null; end if;
  insert into memory_changes (workspace_id, id, memory_row_id, memory_id, kind, author, via, batch, before, after_digest, changed_at)
  select old.workspace_id, ordered_uuid(clock_timestamp()), old.id, old.memory_id, 'updated', note ->> 'author',
    note ->> 'via', note ->> 'batch', jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, md5(n.value::text)),
    clock_timestamp()
  from jsonb_each(memory_fields(old)) o join jsonb_each(memory_fields(new)) n on n.key = o.key and n.value <> o.value
  having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
-- The recalculation of importance at night leaves the revision as it is, and is no change that anybody made.
create trigger memories_updated after update on memories for each row
  when (old.content_digest <> new.content_digest or old.memory_type <> new.memory_type
    or (old.revision <> new.revision
      and (old.importance_score <> new.importance_score or old.confidence_score <> new.confidence_score)))
  execute function note_updated_memory();
--> statement-breakpoint
-- Before the row goes, since what refers to it goes with it. Vectors and discovered relationships are made anew.
create function note_deleted_memory() returns trigger language plpgsql as $$
declare
  note jsonb := nullif(current_setting('memory.change', true), '')::jsonb;
begin
  if note ? 'off' then return old; end if;
  insert into memory_changes (workspace_id, id, memory_row_id, memory_id, kind, author, via, batch, before, changed_at)
  select old.workspace_id, ordered_uuid(clock_timestamp()), old.id, old.memory_id, 'deleted', note ->> 'author',
    note ->> 'via', note ->> 'batch', jsonb_build_object(
      'memories', jsonb_build_array(to_jsonb(old) - array['workspace_id', 'search_text', 'term_count', 'content_hash',
        'discovered_digest', 'discovered_at', 'pagerank_score', 'community_label']),
      'memory_counters', (select coalesce(jsonb_agg(to_jsonb(t) - 'workspace_id'), '[]') from memory_counters t
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
--> statement-breakpoint
create trigger memories_deleted before delete on memories for each row execute function note_deleted_memory();
