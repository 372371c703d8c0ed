-- listQuotingMemories in packages/db/src/forgetting/forgotten-places.ts

select
  (json_build_object('id', m.id, 'memory_id', m.memory_id))::text as "memory",
  (m.title)::text as "title"
from
  memories m
where
  m.workspace_id = $1::uuid
  and m.id <> all ($2::uuid[])
  and exists (
    select
    from
      (
        select
          plain_text (
            plain_text (
              m.title || ' ' || m.narrative || ' ' || array_to_string(m.tags || m.concepts || m.source_files, ' ')
            )
          ) plain
        offset
          0
      ) t,
      unnest(
        (
          select
            array_agg(plain_text (g.phrase))
          from
            jsonb_array_elements_text($3::jsonb) g (phrase)
        )
      ) p (phrase)
    where
      position(p.phrase in t.plain) > 0
  )
order by
  m.id
limit
  $4::int
