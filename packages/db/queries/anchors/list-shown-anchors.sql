-- listShownAnchors in packages/db/src/anchors/list-shown-anchors.ts

select
  (m.id)::text as "id",
  (m.memory_id)::text as "memory_id",
  (r.name)::text as "repository",
  (r.origin)::text as "origin",
  (a.path)::text as "path",
  (a.name)::text as "name",
  (a.kind)::text as "kind",
  (a.reason)::text as "reason",
  (a.signature_hash)::text as "signature_hash",
  (a.body_hash)::text as "body_hash",
  (a.commit_id)::text as "commit_id",
  to_json(a.grounded_at) #>> '{}' as "grounded_at",
  to_json(
    case
      when a.source = 'index'
      and g.grounded_revision is distinct from m.revision then coalesce(m.updated_at, m.created_at)
    end
  ) #>> '{}' as "said_at",
  (a.verdict)::text as "verdict",
  (a.now_path)::text as "now_path",
  (a.now_name)::text as "now_name",
  (a.part)::text as "part",
  to_json(r.updated_at) #>> '{}' as "indexed_at",
  (
    case
      when r.unresolved_since is null then f.content_hash
    end
  )::text as "content_hash"
from
  memories m
  join memory_grounds g on g.workspace_id = m.workspace_id
  and g.memory_id = m.id
  and g.verdict <> 'obsolete'
  join memory_anchors a on a.workspace_id = m.workspace_id
  and a.memory_id = m.id
  join code_repositories r on r.workspace_id = a.workspace_id
  and r.id = a.repository_id
  left join code_files f on f.workspace_id = a.workspace_id
  and f.repository_id = a.repository_id
  and f.path = coalesce(a.now_path, a.path)
where
  m.workspace_id = $1::uuid
  and m.id = any ($2::uuid[])
order by
  m.id,
  a.path,
  a.name
