-- revokeKey in packages/db/src/keys/keys.ts

with
  working as materialized (
    select
      k.id,
      k.scope
    from
      api_keys k
    where
      k.workspace_id = $1::uuid
      and k.revoked_at is null
      and (
        k.expires_at is null
        or k.expires_at > now()
      )
    order by
      k.id
    for update
  ),
  target as materialized (
    select
      k.id,
      k.revoked_at,
      (
        exists (
          select
            1
          from
            working w
          where
            w.id = k.id
            and w.scope = 'admin'
        )
        and not exists (
          select
            1
          from
            working w
          where
            w.id <> k.id
            and w.scope = 'admin'
        )
      ) is_last
    from
      api_keys k
    where
      k.workspace_id = $2::uuid
      and k.id = $3::uuid
  ),
  revoked as (
    update api_keys k
    set
      revoked_at = coalesce(k.revoked_at, $4::timestamptz)
    from
      target t
    where
      k.workspace_id = $5::uuid
      and k.id = t.id
      and not t.is_last
  )
select
  case
    when not exists (
      select
        1
      from
        target
    ) then 'not_found'
    when (
      select
        is_last
      from
        target
    ) then 'last_admin'
    else 'revoked'
  end outcome
