-- deleteGroundSettlement in packages/db/src/anchors/settle-grounds.ts

delete from ground_settlements s
where
  s.workspace_id = $1::uuid
  and s.id = $2::uuid
returning
  s.id as id
