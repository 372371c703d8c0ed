-- listWorkspacesWithWork in packages/db/src/jobs/list-workspaces-with-work.ts

select
  (workspace_id)::text as "id"
from
  workspace_statistics s
where
  (
    $1::uuid is null
    or s.workspace_id > $2::uuid
  )
  and (
    s.changes >= greatest(16 - s.memories, ceil(s.memories / 4.0), 1)
    or (
      s.changes > 0
      and coalesce(s.refreshed_at, '-infinity') < now() - interval '1 day'
    )
    or s.next_model_at <= $3::timestamptz
    or (
      s.next_model is null
      and s.model not like $4::text
    )
    or (
      s.memories >= $5::int
      and s.model is not null
      and not s.has_semantic_index
    )
    or exists (
      select
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
        c.workspace_id = s.workspace_id
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
    )
  )
order by
  s.workspace_id
limit
  $6::int
