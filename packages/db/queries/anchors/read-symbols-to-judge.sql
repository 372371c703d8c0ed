-- readSymbolsToJudge in packages/db/src/anchors/anchors-to-judge.ts

with
  found as (
    select
      s.id
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
    where
      f.repository_id = $3::uuid
    union
    select
      f.id
    from
      code_files f
    where
      f.workspace_id = $4::uuid
      and f.repository_id = $5::uuid
      and f.path = any (
        array(
          select
            jsonb_array_elements_text($6::jsonb)
        )
      )
    union
    select
      b.id
    from
      unnest(
        array(
          select
            jsonb_array_elements_text($7::jsonb)
        )
      ) h (hash)
      cross join lateral (
        select
          id
        from
          code_symbols
        where
          workspace_id = $8::uuid
          and body_hash = h.hash
        limit
          20
      ) b
  )
select
  (f.repository_id)::text as "repository_id",
  (f.path)::text as "path",
  (s.kind)::text as "kind",
  (s.name)::text as "name",
  (s.qualified_name)::text as "qualified_name",
  (s.signature_hash)::text as "signature_hash",
  (s.body_hash)::text as "body_hash",
  (s.body_size)::int as "body_size"
from
  found
  join code_symbols s on s.workspace_id = $9::uuid
  and s.id = found.id
  join code_files f on f.workspace_id = s.workspace_id
  and f.id = s.file_id
where
  f.repository_id = $10::uuid
