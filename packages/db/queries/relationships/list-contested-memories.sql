-- listContestedMemories in packages/db/src/relationships/list-contested-memories.ts

with
  held as materialized (
    select
      m.id,
      m.memory_type,
      m.source_files,
      m.concepts,
      m.tags,
      m.created_at,
      e.embedding
    from
      memories m
      join memory_embeddings e on e.workspace_id = m.workspace_id
      and e.memory_id = m.id
      and e.model = $1::text
    where
      m.workspace_id = $2::uuid
      and m.memory_type in ('decision', 'convention')
      and not (
        exists (
          select
          from
            relationships r
          where
            r.workspace_id = $3::uuid
            and r.target_id = m.id
            and (
              r.relationship_type = 'supersedes'
              or r.relationship_type = 'contradicts'
              and r.discovery_method = 'manual'
            )
        )
        or exists (
          select
          from
            memory_grounds lost
          where
            lost.workspace_id = $4::uuid
            and lost.memory_id = m.id
            and lost.verdict = 'obsolete'
        )
      )
    order by
      m.created_at desc,
      m.id
    limit
      500
  ),
  pair (source_id, target_id, reason, confidence) as (
    select
      n.id,
      o.id,
      'may_replace',
      n.likeness
    from
      held o
      cross join lateral (
        select
          m.id,
          - (m.embedding <#> o.embedding) likeness
        from
          held m
        where
          m.memory_type = o.memory_type
          and m.created_at > o.created_at
          and (
            m.source_files && o.source_files
            or m.concepts && o.concepts
            or m.tags && o.tags
          )
          and - (m.embedding <#> o.embedding) >= $5::float8
        order by
          m.created_at desc,
          m.id
        limit
          1
      ) n
    union all
    select
      case
        when s.created_at >= t.created_at then s.id
        else t.id
      end,
      case
        when s.created_at >= t.created_at then t.id
        else s.id
      end,
      'contradicts',
      r.confidence
    from
      relationships r
      join memories s on s.workspace_id = r.workspace_id
      and s.id = r.source_id
      join memories t on t.workspace_id = r.workspace_id
      and t.id = r.target_id
    where
      r.workspace_id = $6::uuid
      and r.relationship_type = 'contradicts'
      and r.discovery_method <> 'manual'
      and not (
        exists (
          select
          from
            relationships r
          where
            r.workspace_id = $7::uuid
            and r.target_id = s.id
            and (
              r.relationship_type = 'supersedes'
              or r.relationship_type = 'contradicts'
              and r.discovery_method = 'manual'
            )
        )
        or exists (
          select
          from
            memory_grounds lost
          where
            lost.workspace_id = $8::uuid
            and lost.memory_id = s.id
            and lost.verdict = 'obsolete'
        )
      )
      and not (
        exists (
          select
          from
            relationships r
          where
            r.workspace_id = $9::uuid
            and r.target_id = t.id
            and (
              r.relationship_type = 'supersedes'
              or r.relationship_type = 'contradicts'
              and r.discovery_method = 'manual'
            )
        )
        or exists (
          select
          from
            memory_grounds lost
          where
            lost.workspace_id = $10::uuid
            and lost.memory_id = t.id
            and lost.verdict = 'obsolete'
        )
      )
  ),
  contested as materialized (
    select distinct
      on (source_id, target_id) $11::uuid workspace_id,
      p.*,
      m.created_at latest_at,
      null::uuid id,
      null relationship_type,
      null context,
      null settled_by,
      null::timestamptz settled_at
    from
      pair p
      join memories m on m.workspace_id = $12::uuid
      and m.id = p.source_id
    where
      not exists (
        select
        from
          relationships r
        where
          r.workspace_id = $13::uuid
          and r.discovery_method = 'manual'
          and (
            (
              r.source_id = p.source_id
              and r.target_id = p.target_id
            )
            or (
              r.source_id = p.target_id
              and r.target_id = p.source_id
            )
          )
      )
    order by
      source_id,
      target_id,
      reason
  )
select
  (c.n)::int as "count",
  (
    case
      when p.source_id is not null then json_build_object(
        'source',
        (
          select
            json_build_object(
              'id',
              m.id,
              'memory_id',
              m.memory_id,
              'title',
              left(m.title, 200),
              'memory_type',
              m.memory_type,
              'narrative',
              left(m.narrative, 300),
              'created_at',
              m.created_at
            )
          from
            memories m
          where
            m.id = p.source_id
            and m.workspace_id = p.workspace_id
        ),
        'target',
        (
          select
            json_build_object(
              'id',
              m.id,
              'memory_id',
              m.memory_id,
              'title',
              left(m.title, 200),
              'memory_type',
              m.memory_type,
              'narrative',
              left(m.narrative, 300),
              'created_at',
              m.created_at
            )
          from
            memories m
          where
            m.id = p.target_id
            and m.workspace_id = p.workspace_id
        ),
        'reason',
        p.reason,
        'confidence',
        p.confidence,
        'settlement',
        case
          when p.settled_at is not null then json_build_object(
            'id',
            p.id,
            'type',
            p.relationship_type,
            'context',
            left(p.context, 1000),
            'settled_by',
            p.settled_by,
            'settled_at',
            p.settled_at
          )
        end
      )
    end
  )::text as "pair"
from
  (
    select
      count(*) n
    from
      contested
  ) c
  left join lateral (
    select
      *
    from
      contested
    order by
      latest_at desc,
      source_id,
      target_id
    limit
      $14::int
    offset
      $15::int
  ) p on true
order by
  p.latest_at desc,
  p.source_id,
  p.target_id
