-- writeAnchors in packages/db/src/anchors/write-anchors.ts

with
  ground as (
    insert into
      memory_grounds as g (workspace_id, memory_id, revision, anchored_at, judged_at, grounded_revision)
    select
      $1::uuid,
      m.id,
      m.revision,
      $2::timestamptz,
      $3::timestamptz,
      case
        when $4::uuid is not null then m.revision
      end
    from
      jsonb_to_recordset($5::jsonb) i (id uuid, revision int)
      join memories m on m.workspace_id = $6::uuid
      and m.id = i.id
      and m.revision = i.revision
    order by
      m.id
    for key share of
      m
    on conflict (workspace_id, memory_id) do update
    set
      revision = excluded.revision,
      anchored_at = excluded.anchored_at,
      judged_at = excluded.judged_at,
      verdict = case
        when (
          g.memory_id = any ($7::uuid[])
          and g.verdict <> 'obsolete'
        ) then g.verdict
        else 'unknown'
      end,
      reason = case
        when (
          g.memory_id = any ($8::uuid[])
          and g.verdict <> 'obsolete'
        ) then g.reason
      end,
      settled_by = null,
      asked_at = null,
      grounded_revision = coalesce(excluded.grounded_revision, g.grounded_revision)
    returning
      memory_id
  ),
  input as materialized (
    select
      i.*
    from
      jsonb_to_recordset($9::jsonb) i (
        memory_id uuid,
        repository_id uuid,
        path text,
        name text,
        kind text,
        reason text,
        source text,
        signature_hash text,
        body_hash text,
        commit_id text,
        grounded_at timestamptz
      )
      join ground g on g.memory_id = i.memory_id
      join code_repositories r on r.workspace_id = $10::uuid
      and r.id = i.repository_id
  ),
  gone as (
    delete from memory_anchors a using ground g
    where
      a.workspace_id = $11::uuid
      and a.memory_id = g.memory_id
      and coalesce(a.repository_id = $12::uuid, true)
      and not exists (
        select
        from
          input i
        where
          i.memory_id = a.memory_id
          and i.repository_id = a.repository_id
          and i.path = a.path
          and i.name = a.name
      )
  ),
  written as (
    insert into
      memory_anchors (
        workspace_id,
        memory_id,
        repository_id,
        path,
        name,
        kind,
        reason,
        source,
        signature_hash,
        body_hash,
        commit_id,
        grounded_at,
        verdict
      )
    select
      $13::uuid,
      i.memory_id,
      i.repository_id,
      i.path,
      i.name,
      i.kind,
      i.reason,
      i.source,
      i.signature_hash,
      i.body_hash,
      i.commit_id,
      i.grounded_at,
      case
        when i.body_hash is null then 'unknown'
        else 'current'
      end
    from
      input i
    on conflict (workspace_id, memory_id, repository_id, path, name) do update
    set
      kind = excluded.kind,
      reason = excluded.reason,
      source = excluded.source,
      signature_hash = excluded.signature_hash,
      body_hash = excluded.body_hash,
      commit_id = excluded.commit_id,
      grounded_at = excluded.grounded_at,
      verdict = excluded.verdict,
      now_path = null,
      now_name = null,
      part = null
  )
select
  memory_id as id
from
  ground
limit
  1
