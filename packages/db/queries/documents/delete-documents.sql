-- deleteDocuments in packages/db/src/documents/documents.ts

with
  gone as (
    delete from documents
    where
      workspace_id = $1::uuid
      and id = any ($2::uuid[])
    returning
      id
  ),
  forgotten as (
    delete from memories m using document_sections s
    where
      s.workspace_id = $3::uuid
      and s.document_id in (
        select
          id
        from
          gone
      )
      and m.workspace_id = s.workspace_id
      and m.id = s.memory_id
    returning
      m.id
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
      forgotten
  ) removed
