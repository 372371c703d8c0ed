-- deleteExpired in packages/db/src/history/delete-expired.ts

delete from memories m using (
  select
    o.workspace_id,
    o.id
  from
    workspaces w
    cross join lateral jsonb_each_text(w.retention) r (memory_type, days)
    cross join lateral (
      select
        e.workspace_id,
        e.id
      from
        memories e
      where
        e.workspace_id = w.id
        and e.memory_type = r.memory_type
        and e.created_at < $1::timestamptz - r.days::int * interval '1 day'
      order by
        e.created_at
      limit
        $2::int
    ) o
  where
    w.id = any ($3::uuid[])
  limit
    $4::int
) old
where
  m.workspace_id = old.workspace_id
  and m.id = old.id
  and (
    select
      set_config('memory.change', $5::text, true)
  ) is not null
returning
  1 as one
