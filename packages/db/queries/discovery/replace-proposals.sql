-- replaceProposals in packages/db/src/discovery/replace-proposals.ts

with
  proposal as materialized (
    select
      p.*
    from
      jsonb_to_recordset($1::jsonb) p (
        source_id uuid,
        source_digest text,
        target_id uuid,
        target_digest text,
        relationship_type text,
        discovery_method text,
        confidence float8
      )
      join memories s on s.workspace_id = $2::uuid
      and s.id = p.source_id
      and s.content_digest = p.source_digest
      join memories t on t.workspace_id = $3::uuid
      and t.id = p.target_id
      and t.content_digest = p.target_digest
  ),
  judged as materialized (
    select
      *
    from
      jsonb_to_recordset($4::jsonb) j (a uuid, b uuid)
  ),
  gone as (
    delete from relationships r using judged j
    where
      r.workspace_id = $5::uuid
      and r.found_by_source
      and r.discovery_method <> 'manual'
      and r.relationship_type in ('caused_by', 'contradicts', 'supersedes', 'depends_on')
      and (
        (
          r.source_id = j.a
          and r.target_id = j.b
        )
        or (
          r.source_id = j.b
          and r.target_id = j.a
        )
      )
      and not exists (
        select
        from
          proposal p
        where
          p.source_id = r.source_id
          and p.target_id = r.target_id
          and p.relationship_type = r.relationship_type
          and p.discovery_method = r.discovery_method
      )
  ),
  written as (
    insert into
      relationships as r (
        workspace_id,
        id,
        source_id,
        target_id,
        relationship_type,
        discovery_method,
        confidence,
        is_bidirectional,
        created_at,
        found_by_source
      )
    select
      $6::uuid,
      gen_random_uuid(),
      source_id,
      target_id,
      relationship_type,
      discovery_method,
      confidence,
      relationship_type = 'contradicts',
      $7::timestamptz,
      true
    from
      proposal
    order by
      source_id,
      target_id,
      relationship_type,
      discovery_method
    on conflict (workspace_id, source_id, target_id, relationship_type, discovery_method)
    where
      discovery_method <> 'manual' do update
    set
      confidence = excluded.confidence
    where
      r.confidence <> excluded.confidence
  )
update memory_counters c
set
  discovered_digest = m.content_digest,
  discovered_at = $8::timestamptz
from
  jsonb_to_recordset($9::jsonb) d (id uuid, "contentDigest" text)
  join memories m on m.workspace_id = $10::uuid
  and m.id = d.id
  and m.content_digest = d."contentDigest"
where
  c.workspace_id = $11::uuid
  and c.memory_id = d.id
