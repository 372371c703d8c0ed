-- deleteForgettingParts in packages/db/src/forgetting/forgetting-parts.ts

delete from forgetting_parts p
where
  p.workspace_id = $1::uuid
  and p.run = $2::uuid
