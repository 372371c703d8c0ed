-- readReplaceableMemories in packages/db/src/browse/read-replaceable-memories.ts

select
  (o.id)::text as "id",
  (o.memory_id)::text as "memory_id",
  (left(o.title, 200))::text as "title",
  (o.memory_type)::text as "memory_type",
  to_json(o.created_at) #>> '{}' as "created_at"
from
  (
    select
      array(
        select
          jsonb_array_elements_text($1::jsonb)
      ) source_files,
      array(
        select
          jsonb_array_elements_text($2::jsonb)
      ) concepts,
      array(
        select
          jsonb_array_elements_text($3::jsonb)
      ) tags,
      $4::vector v
  ) g
  join memories o on o.workspace_id = $5::uuid
  and o.memory_type in ('decision', 'convention')
  and (
    o.source_files && g.source_files
    or o.concepts && g.concepts
    or o.tags && g.tags
  )
  join memory_embeddings e on e.workspace_id = o.workspace_id
  and e.memory_id = o.id
  and e.model = $6::text
where
  - (e.embedding <#> g.v) >= $7::float8
  and not (
    exists (
      select
      from
        relationships r
      where
        r.workspace_id = $8::uuid
        and r.target_id = o.id
        and (
          r.relationship_type = 'supersedes'
          or r.relationship_type = 'contradicts'
          and r.discovery_method = 'manual'
        )
    )
    or exists (
      select
      from
        memory_grounds lost
      where
        lost.workspace_id = $9::uuid
        and lost.memory_id = o.id
        and lost.verdict = 'obsolete'
    )
  )
order by
  e.embedding <#> g.v,
  o.id
limit
  $10::int
