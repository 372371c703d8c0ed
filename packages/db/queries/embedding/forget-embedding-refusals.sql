-- forgetEmbeddingRefusals in packages/db/src/embedding/embedding-refusals.ts

with
  picked as materialized (
    select
      r.workspace_id,
      r.memory_id,
      r.model
    from
      embedding_refusals r
      join memories m on m.workspace_id = r.workspace_id
      and m.id = r.memory_id
      join memory_counters c on c.workspace_id = r.workspace_id
      and c.memory_id = r.memory_id
      and c.content_hash is distinct from m.content_digest
    order by
      r.workspace_id,
      r.memory_id,
      r.model
    limit
      $1::int
    for update of
      r
  ),
  forgotten as (
    delete from embedding_refusals r using picked p
    where
      r.workspace_id = p.workspace_id
      and r.memory_id = p.memory_id
      and r.model = p.model
  )
select distinct
  (workspace_id)::text as "workspaceId",
  (memory_id)::text as "memoryId"
from
  picked
