-- markGrounded in packages/db/src/anchors/find-memories-to-tie.ts

with
  marked as (
    insert into
      memory_grounds as g (workspace_id, memory_id, revision, anchored_at, judged_at, grounded_revision)
    select
      m.workspace_id,
      m.id,
      m.revision,
      $1::timestamptz,
      $2::timestamptz,
      m.revision
    from
      memories m
    where
      m.workspace_id = $3::uuid
      and m.id = any ($4::uuid[])
    order by
      m.id
    for key share of
      m
    on conflict (workspace_id, memory_id) do update
    set
      grounded_revision = excluded.grounded_revision
    returning
      memory_id
  )
select
  memory_id as id
from
  marked
limit
  1
