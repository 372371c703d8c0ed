-- updateImported in packages/db/src/records/update-imported.ts

select
  (name)::text as "name"
from
  (
    select
      t."id"::text name
    from
      "documents" t,
      jsonb_array_elements($1::jsonb) g (row)
      cross join lateral jsonb_populate_record(null::"documents", g.row) r
    where
      t.workspace_id = $2::uuid
      and t."id" = r."id"
      and (t.title, t.tags, t.updated_at) is distinct from (r.title, r.tags, r.updated_at)
      and (
        $3::bool
        or r.updated_at > coalesce(t.updated_at, t.created_at)
      )
  ) c
