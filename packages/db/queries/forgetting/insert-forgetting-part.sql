-- insertForgettingPart in packages/db/src/forgetting/forgetting-parts.ts

insert into
  forgetting_parts (workspace_id, run, part, found, begun_at)
values
  ($1::uuid, $2::uuid, $3::int, $4::jsonb, $5::timestamptz)
