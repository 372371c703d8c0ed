-- noteExport in packages/db/src/forgetting/workspace-exports.ts

insert into
  workspace_exports (workspace_id, id, file, made_at)
values
  ($1::uuid, $2::uuid, $3::text, $4::timestamptz)
