-- readGrounds in packages/db/src/anchors/read-grounds.ts

select
  (m.id)::text as "id",
  (m.memory_id)::text as "memory_id",
  (g.verdict)::text as "verdict",
  (g.reason)::text as "code",
  to_json(g.judged_at) #>> '{}' as "judged_at",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object(
              'repository',
              r.name,
              'path',
              a.path,
              'name',
              a.name,
              'kind',
              a.kind,
              'reason',
              a.reason,
              'verdict',
              a.verdict,
              'now_path',
              a.now_path,
              'now_name',
              a.now_name,
              'commit_id',
              a.commit_id,
              'grounded_at',
              a.grounded_at
            )
            order by
              a.path,
              a.name
          ),
          '[]'
        )
      from
        memory_anchors a
        join code_repositories r on r.workspace_id = a.workspace_id
        and r.id = a.repository_id
      where
        a.workspace_id = g.workspace_id
        and a.memory_id = g.memory_id
    )
  )::text as "anchors"
from
  memories m
  join memory_grounds g on g.workspace_id = m.workspace_id
  and g.memory_id = m.id
  and g.reason is not null
where
  m.workspace_id = $1::uuid
  and m.id = any ($2::uuid[])
