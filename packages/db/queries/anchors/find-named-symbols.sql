-- findNamedSymbols in packages/db/src/anchors/find-named-symbols.ts

select
  (
    json_build_object(
      'repository_id',
      f.repository_id,
      'path',
      f.path,
      'kind',
      s.kind,
      'name',
      s.name,
      'qualified_name',
      s.qualified_name,
      'signature_hash',
      s.signature_hash,
      'body_hash',
      s.body_hash,
      'body_size',
      s.body_size
    )
  )::text as "symbol",
  (r.name)::text as "repository",
  (r.origin)::text as "origin",
  (r.commit_id)::text as "commit_id",
  to_json(r.committed_at) #>> '{}' as "committed_at",
  to_json(r.updated_at) #>> '{}' as "indexed_at"
from
  unnest(
    array(
      select
        jsonb_array_elements_text($1::jsonb)
    )
  ) n (name)
  cross join lateral (
    select
      *
    from
      code_symbols
    where
      workspace_id = $2::uuid
      and lower(name) = n.name
    limit
      200
  ) s
  join code_files f on f.workspace_id = s.workspace_id
  and f.id = s.file_id
  join code_repositories r on r.workspace_id = f.workspace_id
  and r.id = f.repository_id
