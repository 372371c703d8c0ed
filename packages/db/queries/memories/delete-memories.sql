-- deleteMemories in packages/db/src/memories/delete-memories.ts

delete from memories m
where
  m.workspace_id = $1::uuid
  and m.id = any ($2::uuid[])
  and (
    select
      set_config('memory.change', $3::text, true)
  ) is not null
returning
  m.id::text
