-- deleteSectionMemories in packages/db/src/documents/write-sections.ts

delete from memories
where
  workspace_id = $1::uuid
  and id = any ($2::uuid[])
  and (
    select
      set_config('memory.change', $3::text, true)
  ) is not null
