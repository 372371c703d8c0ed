-- countSections in packages/db/src/records/settle-records.ts

update documents d
set
  section_count = (
    select
      count(*)::int
    from
      document_sections s
    where
      s.workspace_id = d.workspace_id
      and s.document_id = d.id
  )
where
  d.workspace_id = $1::uuid
  and d.id = any ($2::uuid[])
