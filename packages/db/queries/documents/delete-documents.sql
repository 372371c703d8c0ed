-- deleteDocuments in packages/db/src/documents/documents.ts

with
  removed as materialized (
    delete from memories m using document_sections s
    where
      s.workspace_id = $1::uuid
      and s.document_id = any ($2::uuid[])
      and m.workspace_id = s.workspace_id
      and m.id = s.memory_id
      and (
        select
          set_config('memory.change', $3::text, true)
      ) is not null
    returning
      m.id
  ),
  gone as (
    delete from documents
    where
      workspace_id = $4::uuid
      and id = any ($5::uuid[])
      and (
        select
          count(*)
        from
          removed
      ) >= 0
    returning
      id
  )
select
  (
    select
      count(*)::int
    from
      gone
  ) deleted,
  (
    select
      count(*)::int
    from
      removed
  ) removed
