-- deleteObservations in packages/db/src/forgetting/forget-rows.ts

delete from observations
where
  workspace_id = $1::uuid
  and id = any ($2::uuid[])
