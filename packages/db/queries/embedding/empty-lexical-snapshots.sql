-- emptyLexicalSnapshots in packages/db/src/embedding/lexical-snapshots.ts

update lexical_snapshots
set
  data = ''
where
  workspace_id = $1::uuid
  and octet_length(data) > 0
