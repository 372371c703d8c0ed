-- markObsolete in packages/db/src/anchors/settle-grounds.ts

update memory_grounds g
set
  verdict = 'obsolete',
  reason = left($1::text, 400),
  settled_by = $2::text,
  judged_at = $3::timestamptz
where
  g.workspace_id = $4::uuid
  and g.memory_id = $5::uuid
  and g.verdict in ('changed', 'gone')
returning
  g.memory_id as id
