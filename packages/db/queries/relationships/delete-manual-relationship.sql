-- deleteManualRelationship in packages/db/src/relationships/delete-manual-relationship.ts

with
  named as materialized (
    select
      r.source_id,
      r.target_id,
      r.discovery_method,
      r.is_bidirectional
    from
      relationships r
    where
      r.workspace_id = $1::uuid
      and r.id = $2::uuid
  ),
  gone as (
    delete from relationships r using named n
    where
      n.discovery_method = 'manual'
      and r.discovery_method = 'manual'
      and r.workspace_id = $3::uuid
      and (
        (
          r.source_id = n.source_id
          and r.target_id = n.target_id
        )
        or (
          n.is_bidirectional
          and r.is_bidirectional
          and r.source_id = n.target_id
          and r.target_id = n.source_id
        )
      )
    returning
      1
  )
select
  (count(*))::int as "named",
  (
    count(*) filter (
      where
        discovery_method = 'manual'
    )
  )::int as "declared",
  (
    (
      select
        count(*)
      from
        gone
    )
  )::int as "gone"
from
  named
