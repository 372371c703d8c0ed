-- updateImported in packages/db/src/records/update-imported.ts

with
  c as (
    update "sessions" t
    set
      project_name = r.project_name,
      branch_name = r.branch_name,
      user_id = r.user_id,
      user_email = r.user_email,
      is_active = r.is_active,
      ended_at = r.ended_at,
      summary = r.summary,
      summary_origin = r.summary_origin,
      metadata_json = r.metadata_json,
      updated_at = r.updated_at
    from
      jsonb_array_elements($1::jsonb) g (row)
      cross join lateral jsonb_populate_record(null::"sessions", g.row) r
    where
      t.workspace_id = $2::uuid
      and t."session_id" = r."session_id"
      and (
        t.project_name,
        t.branch_name,
        t.user_id,
        t.user_email,
        t.is_active,
        t.ended_at,
        t.summary,
        t.summary_origin,
        t.metadata_json,
        t.updated_at
      ) is distinct from (
        r.project_name,
        r.branch_name,
        r.user_id,
        r.user_email,
        r.is_active,
        r.ended_at,
        r.summary,
        r.summary_origin,
        r.metadata_json,
        r.updated_at
      )
      and (
        $3::bool
        or r.updated_at > coalesce(t.updated_at, t.created_at)
      )
    returning
      t."session_id"::text name
  )
select
  (name)::text as "name"
from
  c
