-- insertManualRelationship in packages/db/src/relationships/insert-manual-relationship.ts

with
  source as materialized (
    select
      m.id,
      m.memory_id
    from
      memories m
    where
      m.workspace_id = $1::uuid
      and m.id = $2::uuid
    for key share
  ),
  target as materialized (
    select
      m.id,
      m.memory_id
    from
      memories m
    where
      m.workspace_id = $3::uuid
      and m.id = $4::uuid
    for key share
  ),
  declared as materialized (
    select
      count(*) n
    from
      relationships r
    where
      r.workspace_id = $5::uuid
      and r.discovery_method = 'manual'
      and not (
        r.is_bidirectional
        and r.source_id > r.target_id
      )
  ),
  checked as materialized (
    select
      case
        when not exists (
          select
          from
            source
        ) then 'source_missing'
        when not exists (
          select
          from
            target
        ) then 'target_missing'
        when exists (
          select
          from
            relationships r,
            source s,
            target t
          where
            r.workspace_id = $6::uuid
            and r.discovery_method = 'manual'
            and (
              (
                r.source_id = s.id
                and r.target_id = t.id
              )
              or (
                $7::bool
                and r.source_id = t.id
                and r.target_id = s.id
              )
            )
        ) then 'duplicate'
        when n >= 100
        and n >= (
          select
            10 * count(*)
          from
            memories m
          where
            m.workspace_id = $8::uuid
        ) then 'cap_reached'
        else 'inserted'
      end outcome
    from
      declared
  ),
  inserted as (
    insert into
      relationships (
        workspace_id,
        id,
        source_id,
        target_id,
        relationship_type,
        discovery_method,
        confidence,
        is_bidirectional,
        context,
        settled_by,
        created_at
      )
    select
      $9::uuid,
      row.id,
      row.source_id,
      row.target_id,
      $10::text,
      'manual',
      1,
      $11::bool,
      $12::text,
      $13::text,
      $14::timestamptz
    from
      checked,
      source s,
      target t,
      lateral (
        select
          $15::uuid id,
          s.id source_id,
          t.id target_id
        union all
        select
          $16::uuid,
          t.id,
          s.id
        where
          $17::bool
      ) row
    where
      checked.outcome = 'inserted'
      -- Mirrored requests at once insert in one order, and so never deadlock.
    order by
      row.source_id
  )
select
  (outcome)::text as "outcome",
  (
    (
      select
        json_build_object('id', m.id, 'memory_id', m.memory_id)
      from
        source m
    )
  )::text as "source",
  (
    (
      select
        json_build_object('id', m.id, 'memory_id', m.memory_id)
      from
        target m
    )
  )::text as "target"
from
  checked
