-- undoTypeChange in packages/db/src/reclassification/type-changes.ts

with
  change as materialized (
    select
      c.*
    from
      type_changes c
    where
      c.workspace_id = $1::uuid
      and c.id = $2::uuid
    for update
  ),
  memory as (
    update memories m
    set
      memory_type = c.from_type
    from
      change c
    where
      m.workspace_id = $3::uuid
      and m.id = c.memory_id
      and m.memory_type = c.to_type
      and c.undone_at is null
      and (
        select
          set_config('memory.change', $4::text, true)
      ) is not null
    returning
      1
  ),
  relationship as (
    update relationships r
    set
      relationship_type = c.from_type,
      discovered_type = null,
      is_bidirectional = c.from_type <> 'references',
      source_id = case
        when c.is_reversed then r.target_id
        else r.source_id
      end,
      target_id = case
        when c.is_reversed then r.source_id
        else r.target_id
      end,
      found_by_source = case
        when c.is_reversed then r.found_by_target
        else r.found_by_source
      end,
      found_by_target = case
        when c.is_reversed then r.found_by_source
        else r.found_by_target
      end
    from
      change c
    where
      r.workspace_id = $5::uuid
      and r.id = c.relationship_id
      and r.relationship_type = c.to_type
      and c.undone_at is null
      and not exists (
        select
        from
          relationships o
        where
          o.workspace_id = $6::uuid
          and o.relationship_type = c.from_type
          and o.discovery_method = r.discovery_method
          and o.source_id = case
            when c.is_reversed then r.target_id
            else r.source_id
          end
          and o.target_id = case
            when c.is_reversed then r.source_id
            else r.target_id
          end
      )
    returning
      1
  ),
  undone as (
    select
      1
    from
      memory
    union all
    select
      1
    from
      relationship
  ),
  marked as (
    update type_changes c
    set
      undone_at = $7::timestamptz
    where
      c.workspace_id = $8::uuid
      and c.id = $9::uuid
      and exists (
        select
        from
          undone
      )
  )
select
  (c.undone_at is not null)::bool as "wasUndone",
  (
    (
      select
        count(*)
      from
        undone
    )
  )::int as "undone"
from
  change c
