-- What the analysis of the graph finds stands beside the counters, as other marks do: the memory's own row has four GIN indexes,
-- which each update of it writes again.
alter table memory_counters add column pagerank_score float8, add column community_label text;
--> statement-breakpoint
update memory_counters c set pagerank_score = m.pagerank_score, community_label = m.community_label
from memories m where m.workspace_id = c.workspace_id and m.id = c.memory_id
  and (m.pagerank_score is not null or m.community_label is not null);
--> statement-breakpoint
alter table memories drop column pagerank_score, drop column community_label;
--> statement-breakpoint
-- As before, but ranks and names of groups are taken from the counters too: they are made anew.
create or replace function note_deleted_memory() returns trigger language plpgsql as $$
declare
  note jsonb := nullif(current_setting('memory.change', true), '')::jsonb;
begin
  if note ? 'off' then return old; end if;
  insert into memory_changes (workspace_id, id, memory_row_id, memory_id, kind, author, via, batch, before, changed_at)
  select old.workspace_id, ordered_uuid(clock_timestamp()), old.id, old.memory_id, 'deleted', note ->> 'author',
    note ->> 'via', note ->> 'batch', jsonb_build_object(
      'memories', jsonb_build_array(to_jsonb(old) - array['workspace_id', 'search_text', 'term_count']),
      'memory_counters', (select coalesce(jsonb_agg(to_jsonb(t) - array['workspace_id', 'content_hash',
          'discovered_digest', 'discovered_at', 'pagerank_score', 'community_label']), '[]') from memory_counters t
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
