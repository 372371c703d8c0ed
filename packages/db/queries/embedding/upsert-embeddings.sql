-- upsertEmbeddings in packages/db/src/embedding/upsert-embeddings.ts

with
  input as materialized (
    select
      *
    from
      jsonb_to_recordset($1::jsonb) i (memory_id uuid, model text, content_digest text, embedding text)
  ),
  current as materialized (
    select
      model
    from
      workspace_statistics
    where
      workspace_id = $2::uuid
    for no key update
  ),
  wanted as materialized (
    select
      i.*
    from
      input i
      join memories m on m.workspace_id = $3::uuid
      and m.id = any (
        array(
          select
            memory_id
          from
            input
        )
      )
      and m.id = i.memory_id
      and m.content_digest = i.content_digest
    where
      exists (
        select
        from
          current
        where
          model is not distinct from null::text
      )
    order by
      i.memory_id
    for no key update of
      m
  ),
  stored as (
    insert into
      memory_embeddings (workspace_id, memory_id, model, content_digest, embedding)
    select
      $4::uuid,
      memory_id,
      model,
      content_digest,
      l2_normalize (embedding::int[]::vector)
    from
      wanted
    where
      embedding is not null
    on conflict (workspace_id, memory_id, model) do update
    set
      embedding = excluded.embedding,
      content_digest = excluded.content_digest
  ),
  dropped as (
    delete from memory_embeddings e using wanted w
    where
      e.workspace_id = $5::uuid
      and e.memory_id = w.memory_id
      and e.model = w.model
      and w.embedding is null
  ),
  marked as (
    update memory_counters c
    set
      content_hash = w.content_digest
    from
      wanted w
    where
      $6::bool
      and c.workspace_id = $7::uuid
      and c.memory_id = w.memory_id
      and c.content_hash is distinct from w.content_digest
      and not (
        w.embedding is null
        and exists (
          select
          from
            embedding_refusals r
          where
            r.workspace_id = c.workspace_id
            and r.memory_id = c.memory_id
            and r.model = w.model
            and r.content_digest = w.content_digest
        )
      )
    returning
      c.memory_id
  ),
  counted as (
    update workspace_statistics s
    set
      model = coalesce(
        s.model,
        (
          select
            min(model)
          from
            wanted
        )
      ),
      changes = s.changes + c.count,
      changes_since_training = s.changes_since_training + c.count,
      upkeep_asked_at = case
        when s.changes + c.count >= greatest(16 - s.memories, ceil(s.memories / 4.0), 1)
        and coalesce(s.upkeep_asked_at < now() - interval '10 minutes', true) then now()
        else s.upkeep_asked_at
      end
    from
      (
        select
          count(*)::int count
        from
          marked
      ) c
    where
      s.workspace_id = $8::uuid
      and c.count > 0
    returning
      s.upkeep_asked_at = now() due
  )
select
  (
    (
      select
        coalesce(json_agg(memory_id), '[]')
      from
        wanted
    )
  )::text as "stored",
  (
    coalesce(
      (
        select
          due
        from
          counted
      ),
      false
    )
  )::bool as "upkeepDue" /* planned once */
