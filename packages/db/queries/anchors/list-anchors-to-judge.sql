-- listAnchorsToJudge in packages/db/src/anchors/anchors-to-judge.ts

select
  (a.memory_id)::text as "memory_id",
  (a.repository_id)::text as "repository_id",
  (a.path)::text as "path",
  (a.name)::text as "name",
  (a.kind)::text as "kind",
  (a.reason)::text as "reason",
  (a.signature_hash)::text as "signature_hash",
  (a.body_hash)::text as "body_hash",
  (a.commit_id)::text as "commit_id",
  to_json(a.grounded_at) #>> '{}' as "grounded_at",
  (a.now_path)::text as "now_path",
  (a.now_name)::text as "now_name",
  (a.verdict)::text as "verdict"
from
  memory_anchors a
where
  a.workspace_id = $1::uuid
  and a.repository_id = $2::uuid
  and (
    $3::bool
    or (a.memory_id, a.path, a.name) > (null::uuid, $4::text, $5::text)
  )
  and not (
    a.verdict in ('current', 'moved')
    and exists (
      select
      from
        code_files f
        join code_symbols s on s.workspace_id = f.workspace_id
        and s.file_id = f.id
      where
        f.workspace_id = a.workspace_id
        and f.repository_id = a.repository_id
        and f.path = coalesce(a.now_path, a.path)
        and s.body_hash = a.body_hash
        and case
          when a.kind = 'file' then s.id = f.id
          else s.qualified_name = coalesce(a.now_name, a.name)
          and s.signature_hash = a.signature_hash
        end
    )
  )
order by
  a.memory_id,
  a.path,
  a.name
limit
  $6::int
