-- applyRelationshipJudgements in packages/db/src/reclassification/relationship-judgements.ts

with
  judged as materialized (
    select
      j.*,
      r.relationship_type from_type,
      j.to_type is not null
      and not exists (
        select
        from
          relationships o
        where
          o.workspace_id = $1::uuid
          and o.source_id = case
            when j.is_reversed then r.target_id
            else r.source_id
          end
          and o.target_id = case
            when j.is_reversed then r.source_id
            else r.target_id
          end
          and o.relationship_type = j.to_type
      ) retyped
    from
      jsonb_to_recordset($2::jsonb) j (id uuid, to_type text, is_reversed bool, is_bidirectional bool, confidence float8, reason text)
      join relationships r on r.workspace_id = $3::uuid
      and r.id = j.id
  ),
  changed as (
    update relationships r
    set
      judged_at = $4::timestamptz,
      relationship_type = case
        when j.retyped then j.to_type
        else r.relationship_type
      end,
      discovered_type = case
        when j.retyped then r.relationship_type
        else r.discovered_type
      end,
      is_bidirectional = case
        when j.retyped then j.is_bidirectional
        else r.is_bidirectional
      end,
      source_id = case
        when j.retyped
        and j.is_reversed then r.target_id
        else r.source_id
      end,
      target_id = case
        when j.retyped
        and j.is_reversed then r.source_id
        else r.target_id
      end,
      found_by_source = case
        when j.retyped
        and j.is_reversed then r.found_by_target
        else r.found_by_source
      end,
      found_by_target = case
        when j.retyped
        and j.is_reversed then r.found_by_source
        else r.found_by_target
      end
    from
      judged j
    where
      r.workspace_id = $5::uuid
      and r.id = j.id
      and r.judged_at is null
      and r.discovery_method <> 'manual'
      and r.relationship_type = j.from_type
    returning
      r.id,
      j.from_type,
      j.to_type,
      j.is_reversed,
      j.confidence,
      j.reason,
      j.retyped
  ),
  recorded as (
    insert into
      type_changes (
        workspace_id,
        id,
        relationship_id,
        from_type,
        to_type,
        is_reversed,
        method,
        reason,
        confidence,
        created_at
      )
    select
      $6::uuid,
      gen_random_uuid(),
      id,
      from_type,
      to_type,
      is_reversed,
      'model',
      reason,
      confidence,
      $7::timestamptz
    from
      changed
    where
      retyped
  )
select
  1 as changed
from
  changed
where
  retyped
