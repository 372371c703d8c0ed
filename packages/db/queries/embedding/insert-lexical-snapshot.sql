-- insertLexicalSnapshot in packages/db/src/embedding/lexical-snapshots.ts

insert into
  lexical_snapshots (workspace_id, version, part, data)
select
  $1::uuid,
  $2::int,
  part,
  decode(data, 'base64')
from
  jsonb_to_recordset($3::jsonb) p (part int, data text)
