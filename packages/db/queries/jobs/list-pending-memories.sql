-- listPendingMemories in packages/db/src/jobs/pending-memories.ts

select
  (m.id)::text as "id",
  (c.content_hash is not distinct from m.content_digest)::bool as "embedded",
  to_json(m.created_at) #>> '{}' as "createdAt"
from
  memory_counters c
  cross join lateral (
    select
      *
    from
      memories t
    where
      t.workspace_id = c.workspace_id
      and t.id = c.memory_id
    offset
      0
  ) m
where
  c.workspace_id = $1::uuid
  and (
    c.content_hash is null
    or c.discovered_digest is distinct from c.content_hash
  )
  and not (
    c.content_hash is distinct from m.content_digest
    and exists (
      select
      from
        embedding_refusals r
        left join workspace_statistics t on t.workspace_id = r.workspace_id
      where
        r.workspace_id = m.workspace_id
        and r.memory_id = m.id
        and r.content_digest = m.content_digest
        and (
          r.model = t.model
          or (
            t.model is null
            and r.refused_at > now() - interval '1 day'
          )
        )
    )
  )
  and (
::bool
    or c.discovered_digest is distinct from m.content_digest
  )
  and (
    null::timestamptz is null
    or coalesce(m.updated_at, m.created_at) < null::timestamptz
  )
  and (
    null::uuid is null
    or (m.created_at, m.id) > (null::timestamptz, null::uuid)
  )
order by
  m.created_at,
  m.id
limit
  $2::int
