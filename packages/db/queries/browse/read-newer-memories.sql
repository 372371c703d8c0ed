-- readNewerMemories in packages/db/src/browse/read-newer-memories.ts

select
  (o.id)::text as "old_id",
  (n.id)::text as "id",
  (n.memory_id)::text as "memory_id",
  (left(n.title, 200))::text as "title",
  (n.memory_type)::text as "memory_type",
  to_json(n.created_at) #>> '{}' as "created_at"
from
  memories o
  join memory_embeddings e on e.workspace_id = o.workspace_id
  and e.memory_id = o.id
  and e.model = $1::text
  cross join lateral (
    select
      m.*
    from
      memories m
      join memory_embeddings f on f.workspace_id = m.workspace_id
      and f.memory_id = m.id
      and f.model = $2::text
    where
      m.workspace_id = $3::uuid
      and m.memory_type = o.memory_type
      and m.created_at > o.created_at
      and (
        m.source_files && o.source_files
        or m.concepts && o.concepts
      )
      and - (f.embedding <#> e.embedding) >= $4::float8
      and not exists (
        select
        from
          relationships r
        where
          r.workspace_id = $5::uuid
          and r.discovery_method = 'manual'
          and (
            (
              r.source_id = m.id
              and r.target_id = o.id
            )
            or (
              r.source_id = o.id
              and r.target_id = m.id
            )
          )
      )
    order by
      m.created_at desc,
      m.id
    limit
      1
  ) n
where
  o.workspace_id = $6::uuid
  and o.id = any ($7::uuid[])
  and o.memory_type in ('decision', 'convention')
order by
  n.created_at,
  n.id
