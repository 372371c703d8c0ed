-- listMovedDocuments in packages/db/src/documents/move-documents.ts

with
  wanted as (
    select
      w.*
    from
      jsonb_to_recordset($1::jsonb) as w (identity text, legacy text, reread bool, bodies text[])
    where
      not exists (
        select
          1
        from
          documents known
        where
          known.workspace_id = $2::uuid
          and known.identity = w.identity
      )
  ),
  gone as (
    select
      jsonb_array_elements_text($3::jsonb) identity
  ),
  pairs as (
    select
      d.id,
      d.identity was,
      d.source,
      d.section_count,
      w.*,
      (
        select
          count(*)
        from
          document_sections s
        where
          s.workspace_id = d.workspace_id
          and s.document_id = d.id
          and split_part(s.section_hash, '-', 2) = any (w.bodies)
      ) same
    from
      wanted w
      join documents d on d.workspace_id = $4::uuid
      and (
        d.identity = w.legacy
        or d.identity in (
          select
            identity
          from
            gone
        )
      )
  )
select
  id::text id,
  was "from",
  identity,
  source
from
  pairs
where
  (
    was = legacy
    and reread
  )
  or (
    same > 0
    and same * 2 >= least(section_count, cardinality(bodies))
  )
order by
  coalesce(was = legacy, false) desc,
  same desc,
  was,
  identity
