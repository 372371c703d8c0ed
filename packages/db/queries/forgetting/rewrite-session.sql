-- rewriteSession in packages/db/src/forgetting/forget-rows.ts

update sessions s
set
  summary = $1::text,
  metadata_json = $2::jsonb
where
  s.workspace_id = $3::uuid
  and s.id = $4::uuid
