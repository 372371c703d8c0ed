-- findLexicalVersion in packages/db/src/embedding/lexical-snapshots.ts

select
  (coalesce(max(version), 0))::int as "version"
from
  lexical_snapshots
where
  workspace_id = $1::uuid
