-- readLexicalSnapshotParts in packages/db/src/embedding/lexical-snapshots.ts

select
  (encode(data, 'base64'))::text as "data"
from
  lexical_snapshots
where
  workspace_id = $1::uuid
  and version = $2::int
  and part between $3::int and $4::int
order by
  part
