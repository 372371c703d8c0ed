-- updateSectionMemories in packages/db/src/documents/write-sections.ts

update memories m
set
  title = i.title,
  narrative = i.narrative,
  memory_type = i.memory_type,
  tags = i.tags,
  source_files = i.source_files,
  content_digest = i.content_digest,
  search_text = i.search_text::tsvector,
  term_count = i.term_count,
  revision = m.revision + 1,
  updated_at = $1::timestamptz
from
  jsonb_to_recordset($2::jsonb) as i (
    id uuid,
    title text,
    narrative text,
    memory_type text,
    tags text[],
    source_files text[],
    content_digest text,
    search_text text,
    term_count real
  )
where
  m.workspace_id = $3::uuid
  and m.id = i.id
  and (
    select
      set_config('memory.change', $4::text, true)
  ) is not null
