-- deleteCreated in packages/db/src/history/undo-changes.ts

delete from memories m using memory_changes c
where
  c.workspace_id = $1::uuid
  and c.id = any ($2::uuid[])
  and m.workspace_id = $3::uuid
  and m.id = any (
    array(
      select
        k.memory_row_id
      from
        memory_changes k
      where
        k.workspace_id = $4::uuid
        and k.id = any ($5::uuid[])
    )
  )
  and m.id = c.memory_row_id
  and m.content_digest = c.after_digest ->> 'content'
  and (
    select
      set_config('memory.change', $6::text, true)
  ) is not null
returning
  (m.id)::text as "id",
  (
    (
      select
        s.document_id
      from
        document_sections s
      where
        s.workspace_id = m.workspace_id
        and s.memory_id = m.id
    )
  )::text as "document"
