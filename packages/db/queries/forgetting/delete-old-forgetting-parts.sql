-- deleteOldForgettingParts in packages/db/src/forgetting/forgetting-parts.ts

delete from forgetting_parts p
where
  p.begun_at < $1::timestamptz
