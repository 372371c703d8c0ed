-- As before, but one insert may hold memories of several requests: who makes which stands under `each`, by the memory's id.
create or replace function note_created_memories() returns trigger language plpgsql as $$
declare
  note jsonb := nullif(current_setting('memory.change', true), '')::jsonb;
begin
  if note ? 'off' then return null; end if;
  insert into memory_changes (workspace_id, id, memory_row_id, memory_id, kind, author, via, batch, after_digest, changed_at)
  select n.workspace_id, ordered_uuid(clock_timestamp()), n.id, n.memory_id, 'created', s.note ->> 'author', s.note ->> 'via',
    s.note ->> 'batch', jsonb_build_object('content', n.content_digest), clock_timestamp()
  from new_rows n cross join lateral (select coalesce(note -> 'each' -> n.id::text, note) note) s;
  return null;
end $$;
