-- findGround in packages/db/src/anchors/settle-grounds.ts

select
  (m.id)::text as "id",
  (m.memory_id)::text as "memory_id",
  (m.revision)::int as "revision",
  (g.verdict)::text as "verdict",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object(
              'commit_id',
              r.commit_id,
              'before',
              json_build_object(
                'repository_id',
                a.repository_id,
                'path',
                a.path,
                'name',
                a.name,
                'kind',
                a.kind,
                'reason',
                a.reason,
                'source',
                a.source,
                'signature_hash',
                a.signature_hash,
                'body_hash',
                a.body_hash,
                'commit_id',
                a.commit_id,
                'grounded_at',
                a.grounded_at
              ),
              'now',
              (
                select
                  json_build_object(
                    'path',
                    f.path,
                    'name',
                    case
                      when a.kind = 'file' then ''
                      else s.qualified_name
                    end,
                    'signature_hash',
                    s.signature_hash,
                    'body_hash',
                    s.body_hash
                  )
                from
                  code_files f
                  join code_symbols s on s.workspace_id = f.workspace_id
                  and s.file_id = f.id
                where
                  f.workspace_id = a.workspace_id
                  and f.repository_id = a.repository_id
                  and f.path = coalesce(a.now_path, a.path)
                  and s.body_hash is not null
                  and case
                    when a.kind = 'file' then s.id = f.id
                    else s.qualified_name = coalesce(a.now_name, a.name)
                  end
                order by
                  s.signature_hash = a.signature_hash desc,
                  s.id
                limit
                  1
              )
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
        a.workspace_id = m.workspace_id
        and a.memory_id = m.id
    )
  )::text as "anchors"
from
  memories m
  left join memory_grounds g on g.workspace_id = m.workspace_id
  and g.memory_id = m.id
where
  m.workspace_id = $1::uuid
  and m.id = $2::uuid
