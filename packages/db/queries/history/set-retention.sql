-- setRetention in packages/db/src/history/delete-expired.ts

update workspaces w
set
  retention = jsonb_strip_nulls(w.retention || $1::jsonb)
where
  w.id = $2::uuid
returning
  (w.retention)::text as "retention"
