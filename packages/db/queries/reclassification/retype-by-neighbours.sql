-- retypeByNeighbours in packages/db/src/reclassification/retype-by-neighbours.ts

with
  candidate as materialized (
    select
      m.id,
      e.embedding
    from
      memories m
      join memory_embeddings e on e.workspace_id = m.workspace_id
      and e.memory_id = m.id
      and e.model = $1::text
      and e.content_digest = m.content_digest
    where
      m.workspace_id = $2::uuid
      and m.memory_type = 'general'
      and not exists (
        select
        from
          type_changes t
        where
          t.workspace_id = $3::uuid
          and t.memory_id = m.id
          and t.undone_at is not null
      )
    order by
      md5(m.id::text || ($4::timestamptz at time zone 'UTC')::date::text),
      m.id
    limit
      $5::int
  ),
  vote as (
    select
      c.id,
      n.memory_type,
      sum(n.cosine) weight,
      count(*) votes,
      sum(sum(n.cosine)) over (
        partition by
          c.id
      ) total
    from
      candidate c
      cross join lateral (
        select
          m.memory_type,
          1 - (e.embedding <=> c.embedding) cosine
        from
          memory_embeddings e
          join memories m on m.workspace_id = e.workspace_id
          and m.id = e.memory_id
        where
          e.workspace_id = $6::uuid
          and e.model = $7::text
          and e.memory_id <> c.id
          and m.memory_type not in ('general', 'wiki', 'sdlc_knowledge')
          and not exists (
            select
            from
              type_changes t
            where
              t.workspace_id = $8::uuid
              and t.memory_id = m.id
              and t.undone_at is null
              and t.method = 'nearest_neighbours'
          )
        order by
          e.embedding <=> c.embedding,
          e.memory_id
        limit
          7
      ) n
    where
      n.cosine >= $9::float8
    group by
      c.id,
      n.memory_type
  ),
  winner as materialized (
    select
      id,
      memory_type,
      votes,
      weight / total share
    from
      vote
    where
      votes >= 3
      and weight / total >= 0.7
  ),
  changed as (
    update memories m
    set
      memory_type = w.memory_type
    from
      winner w
    where
      m.workspace_id = $10::uuid
      and m.id = w.id
      and m.memory_type = 'general'
      and (
        select
          set_config('memory.change', $11::text, true)
      ) is not null
    returning
      m.id
  ),
  recorded as (
    insert into
      type_changes (workspace_id, id, memory_id, from_type, to_type, method, reason, confidence, created_at)
    select
      $12::uuid,
      gen_random_uuid(),
      w.id,
      'general',
      w.memory_type,
      'nearest_neighbours',
      w.votes || ' of the nearest memories are of this type',
      round(w.share::numeric, 3),
      $13::timestamptz
    from
      winner w
      join changed c on c.id = w.id
  )
select
  1 as changed
from
  changed
