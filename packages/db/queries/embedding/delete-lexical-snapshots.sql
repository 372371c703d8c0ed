-- deleteLexicalSnapshots in packages/db/src/embedding/lexical-snapshots.ts

delete from lexical_snapshots
where
  workspace_id = $1::uuid
  and version < $2::int
