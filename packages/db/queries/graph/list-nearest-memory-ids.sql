-- listNearestMemoryIds in packages/db/src/graph/list-nearest-memory-ids.ts

with
  query as materialized (
    select
      $1::vector v
  )
select
  (id)::text as "id"
from
  (
    select
      e.memory_id id,
      - (
        e.embedding <#> (
          select
            v
          from
            query
        )
      ) cosine
    from
      memory_embeddings e
    where
      e.workspace_id = $2::uuid
      and e.model = $3::text
    order by
      e.embedding <#> (
        select
          v
        from
          query
      )
    limit
      $4::int
  ) c
where
  cosine >= $5::float8
order by
  cosine desc,
  c.id
