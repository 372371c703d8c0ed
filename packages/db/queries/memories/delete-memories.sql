-- deleteMemories in packages/db/src/memories/delete-memories.ts

delete from memories m
where
  m.workspace_id = $1::uuid
  and m.id = any ($2::uuid[])
returning
  m.id::text
