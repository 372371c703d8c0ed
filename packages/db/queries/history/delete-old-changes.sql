-- deleteOldChanges in packages/db/src/history/delete-old-changes.ts

delete from memory_changes c using (
  select
    o.workspace_id,
    o.id
  from
    unnest($1::uuid[]) w (id)
    cross join lateral (
      select
        o.workspace_id,
        o.id
      from
        memory_changes o
      where
        o.workspace_id = w.id
        and o.id < $2::uuid
      order by
        o.id
      limit
        $3::int
    ) o
  limit
    $4::int
) old
where
  c.workspace_id = old.workspace_id
  and c.id = old.id
returning
  1 as one
