-- listPendingMemories in packages/db/src/jobs/pending-memories.ts

select
  (m.id)::text as "id",
  (m.content_hash is not distinct from m.content_digest)::bool as "embedded",
  to_json(m.created_at) #>> '{}' as "createdAt"
from
  memories m
where
  m.workspace_id = $1::uuid
  and (
    m.content_hash is null
    or m.discovered_digest is distinct from m.content_digest
  )
  and not (
    m.content_hash is distinct from m.content_digest
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
    or m.discovered_digest is distinct from m.content_digest
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
