-- rewriteObservation in packages/db/src/forgetting/forget-rows.ts

update observations o
set
  content = $1::text
where
  o.workspace_id = $2::uuid
  and o.id = $3::uuid
