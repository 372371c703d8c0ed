-- listCodeFiles in packages/db/src/code/list-code-files.ts

select
  (path)::text as "path",
  (content_hash)::text as "content_hash"
from
  (
    select
      path,
      content_hash,
      sum(octet_length(path) + octet_length(content_hash)) over (
        order by
          path collate "C"
      ) running
    from
      code_files
    where
      workspace_id = $1::uuid
      and repository_id = $2::uuid
      and coalesce(path collate "C" > $3::text, true)
    order by
      path collate "C"
    limit
      $4::int
  ) page
where
  running <= $5::int
order by
  page.path collate "C"
