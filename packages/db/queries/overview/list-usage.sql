-- listUsage in packages/db/src/overview/read-overview.ts

select
  (k.name)::text as "name",
  (k.kind)::text as "kind",
  (k.calls)::text as "calls",
  to_json(k.last_used_at) #>> '{}' as "last_used_at"
from
  (
    select
      name,
      'key' kind,
      calls,
      last_used_at
    from
      api_keys
    where
      workspace_id = $1::uuid
    union all
    select
      subject,
      'login',
      calls,
      last_used_at
    from
      memberships
    where
      workspace_id = $2::uuid
  ) k
where
  k.calls <> '{}'
order by
  k.last_used_at desc nulls last
limit
  100
