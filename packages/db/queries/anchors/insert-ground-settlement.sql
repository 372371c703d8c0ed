-- insertGroundSettlement in packages/db/src/anchors/settle-grounds.ts

insert into
  ground_settlements (workspace_id, id, memory_id, verdict, context, settled_by, settled_at, anchors, relationship_id)
values
  ($1::uuid, $2::uuid, $3::uuid, $4::text, $5::text, $6::text, $7::timestamptz, $8::jsonb, $9::uuid)
