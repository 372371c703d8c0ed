-- countPendingWork in packages/db/src/jobs/pending-memories.ts

select
  (
    count(*) filter (
      where
        not p.refused
        and c.content_hash is distinct from m.content_digest
    )
  )::int as "embedding",
  (
    count(*) filter (
      where
        not p.refused
        and c.content_hash is not distinct from m.content_digest
    )
  )::int as "discovery",
  to_json(
    min(coalesce(m.updated_at, m.created_at)) filter (
      where
        not p.refused
    )
  ) #>> '{}' as "oldest",
  (
    json_build_object(
      'count',
      count(*) filter (
        where
          p.refused
      ),
      'latest',
      (
        select
          coalesce(json_agg(l.body), '[]')
        from
          (
            select
              json_build_object(
                'workspace_id',
                m.workspace_id,
                'memory_id',
                m.id,
                'model',
                r.model,
                'reason',
                r.reason,
                'at',
                r.refused_at
              ) body
            from
              embedding_refusals r
              join memories m on m.workspace_id = r.workspace_id
              and m.id = r.memory_id
              and m.content_digest = r.content_digest
              join memory_counters c on c.workspace_id = r.workspace_id
              and c.memory_id = r.memory_id
            where
              (
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
            order by
              r.refused_at desc,
              m.id
            limit
              20
          ) l
      )
    )
  )::text as "refused"
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
  cross join lateral (
    select
      (
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
      ) refused
  ) p
where
  (
    c.content_hash is null
    or c.discovered_digest is distinct from c.content_hash
  )
