-- forgetRows in packages/db/src/forgetting/forget-rows.ts

select distinct
  (s.document_id)::text as "id"
from
  document_sections s
where
  s.workspace_id = $1::uuid
  and s.memory_id = any ($2::uuid[])

with
  changed as (
    delete from memory_changes c
    where
      c.workspace_id = $1::uuid
      and c.memory_row_id = any ($2::uuid[])
  ),
  attempted as (
    delete from job_attempts a
    where
      a.workspace_id = $3::uuid
      and a.payload ->> 'memoryId' = any (
        array(
          select
            jsonb_array_elements_text($4::jsonb)
        )
      )
  )
delete from memories m
where
  m.workspace_id = $5::uuid
  and m.id = any ($6::uuid[])
  and (
    select
      set_config('memory.change', $7::text, true)
  ) is not null
