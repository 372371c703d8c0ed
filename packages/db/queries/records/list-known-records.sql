-- listKnownRecords in packages/db/src/records/known-records.ts

select
  (g.name)::text as "name"
from
  jsonb_array_elements_text($1::jsonb) g (name)
where
  exists (
    select
    from
      "memories" t
    where
      t.workspace_id = $2::uuid
      and t.id = g.name::uuid
  )
