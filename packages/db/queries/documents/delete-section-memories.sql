-- deleteSectionMemories in packages/db/src/documents/write-sections.ts

delete from memories
where
  workspace_id = $1::uuid
  and id = any ($2::uuid[])
