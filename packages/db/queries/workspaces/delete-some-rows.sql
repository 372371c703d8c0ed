-- deleteSomeRows in packages/db/src/workspaces/empty-workspace.ts

delete from "memories"
where
  workspace_id = $1::uuid
  and id in (
    select
      id
    from
      "memories"
    where
      workspace_id = $2::uuid
    limit
      500
  )
  and (
    select
      set_config('memory.change', $3::text, true)
  ) is not null
returning
  1 as one

delete from "observations"
where
  workspace_id = $1::uuid
  and id in (
    select
      id
    from
      "observations"
    where
      workspace_id = $2::uuid
    limit
      500
  )
  and (
    select
      set_config('memory.change', $3::text, true)
  ) is not null
returning
  1 as one

delete from "code_files"
where
  workspace_id = $1::uuid
  and id in (
    select
      id
    from
      "code_files"
    where
      workspace_id = $2::uuid
    limit
      500
  )
  and (
    select
      set_config('memory.change', $3::text, true)
  ) is not null
returning
  1 as one

delete from "code_repositories"
where
  workspace_id = $1::uuid
  and id in (
    select
      id
    from
      "code_repositories"
    where
      workspace_id = $2::uuid
    limit
      500
  )
  and (
    select
      set_config('memory.change', $3::text, true)
  ) is not null
returning
  1 as one

delete from "sessions"
where
  workspace_id = $1::uuid
  and id in (
    select
      id
    from
      "sessions"
    where
      workspace_id = $2::uuid
    limit
      500
  )
  and (
    select
      set_config('memory.change', $3::text, true)
  ) is not null
returning
  1 as one

delete from "documents"
where
  workspace_id = $1::uuid
  and id in (
    select
      id
    from
      "documents"
    where
      workspace_id = $2::uuid
    limit
      500
  )
  and (
    select
      set_config('memory.change', $3::text, true)
  ) is not null
returning
  1 as one
