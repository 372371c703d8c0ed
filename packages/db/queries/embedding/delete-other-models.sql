-- deleteOtherModels in packages/db/src/embedding/switch-model.ts

with
  gone as (
    delete from memory_embeddings
    where
      workspace_id = $1::uuid
      and model <> $2::text
    returning
      memory_id
  ),
  reopened as (
    update memory_counters c
    set
      content_hash = null
    from
      (
        select distinct
          memory_id
        from
          gone
      ) g
    where
      c.workspace_id = $3::uuid
      and c.memory_id = g.memory_id
      and not exists (
        select
        from
          memory_embeddings e
        where
          e.workspace_id = c.workspace_id
          and e.memory_id = c.memory_id
          and e.model = $4::text
      )
    returning
      c.memory_id id
  )
select
  (id)::text as "id"
from
  reopened
