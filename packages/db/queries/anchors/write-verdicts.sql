-- writeVerdicts in packages/db/src/anchors/anchors-to-judge.ts

with
  changed as (
    update memory_anchors a
    set
      verdict = i.verdict,
      now_path = i.now_path,
      now_name = i.now_name,
      part = i.part
    from
      jsonb_to_recordset($1::jsonb) i (memory_id uuid, path text, name text, verdict text, now_path text, now_name text, part text)
    where
      a.workspace_id = $2::uuid
      and a.repository_id = $3::uuid
      and a.memory_id = i.memory_id
      and a.path = i.path
      and a.name = i.name
    returning
      a.memory_id
  )
select
  memory_id as id
from
  changed
limit
  1
