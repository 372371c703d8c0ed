-- maintainSemanticIndex in packages/db/src/embedding/maintain-semantic-index.ts

select
  (c.relname)::text as "name",
  (i.indisvalid)::bool as "valid",
  (
    exists (
      select
      from
        pg_stat_progress_create_index p
      where
        p.index_relid = c.oid
    )
  )::bool as "building"
from
  pg_index i
  join pg_class c on c.oid = i.indexrelid
where
  i.indrelid = 'memory_embeddings'::regclass
  and c.relname like $1::text

select
  (count(*))::int as "count"
from
  memory_embeddings
where
  workspace_id = $1::uuid
  and model = $2::text

update workspace_statistics
set
  has_semantic_index = $1::bool
where
  workspace_id = $2::uuid
  and has_semantic_index <> $3::bool
