-- readProvenance in packages/db/src/browse/read-provenance.ts

select
  (m.id)::text as "id",
  (m.author)::text as "author",
  (m.project)::text as "project",
  (m.branch)::text as "branch",
  (m.commit_id)::text as "commit"
from
  memories m
where
  m.workspace_id = $1::uuid
  and m.id = any ($2::uuid[])
  and coalesce(m.author, m.project, m.branch, m.commit_id) is not null
