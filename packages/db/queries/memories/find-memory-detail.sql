-- findMemoryDetail in packages/db/src/memories/find-memory-detail.ts

with
  target as materialized (
    select
      m.*
    from
      memories m
    where
      m.workspace_id = $1::uuid
      and m.id = $2::uuid
  ),
  selected as materialized (
    select
      id,
      place,
      extra,
      body::text body
    from
      (
        select
          id,
          (
            row_number() over (
              order by
                kind,
                place
            )
          )::int place,
          to_json(
            case kind
              when 1 then 'outgoing'
              when 2 then 'incoming'
            end
          ) extra,
          body
        from
          (
            select
              m.id,
              0 kind,
              1 place,
              json_build_object(
                'id',
                m.id,
                'memory_id',
                m.memory_id,
                'workspace_id',
                m.workspace_id,
                'title',
                m.title,
                'narrative',
                m.narrative,
                'memory_type',
                m.memory_type,
                'tags',
                m.tags,
                'concepts',
                m.concepts,
                'source_files',
                m.source_files,
                'importance_score',
                m.importance_score,
                'confidence_score',
                m.confidence_score,
                'content_hash',
                case
                  when c.content_hash = m.content_digest then c.content_hash
                end,
                'pagerank_score',
                c.pagerank_score,
                'community_label',
                c.community_label,
                'access_count',
                c.access_count,
                'retrieval_count',
                c.retrieval_count,
                'last_accessed_at',
                c.last_accessed_at,
                'feedback_positive_count',
                c.feedback_positive_count,
                'feedback_negative_count',
                c.feedback_negative_count,
                'source_session_id',
                m.source_session_id,
                'is_consolidated',
                m.is_consolidated,
                'consolidated_from',
                m.consolidated_from,
                'created_at',
                m.created_at,
                'updated_at',
                m.updated_at,
                'revision',
                m.revision
              ) body
            from
              target m
              join memory_counters c on c.workspace_id = m.workspace_id
              and c.memory_id = m.id
            union all
            (
              select
                r.id,
                1 kind,
                (
                  row_number() over (
                    order by
                      (r.discovery_method = 'manual') desc,
                      r.confidence desc,
                      r.id
                  )
                )::int place,
                json_build_object(
                  'id',
                  r.id,
                  'source',
                  json_build_object('id', s.id, 'memory_id', s.memory_id),
                  'target',
                  json_build_object('id', t.id, 'memory_id', t.memory_id),
                  'relationship_type',
                  r.relationship_type,
                  'discovery_method',
                  r.discovery_method,
                  'confidence',
                  r.confidence,
                  'is_bidirectional',
                  r.is_bidirectional,
                  'context',
                  r.context,
                  'created_at',
                  r.created_at
                ) body
              from
                target m
                join relationships r on r.workspace_id = $3::uuid
                and r.source_id = m.id
                join memories s on s.workspace_id = r.workspace_id
                and s.id = r.source_id
                join memories t on t.workspace_id = r.workspace_id
                and t.id = r.target_id
              order by
                place
              limit
                249
            )
            union all
            (
              select
                r.id,
                2 kind,
                (
                  row_number() over (
                    order by
                      (r.discovery_method = 'manual') desc,
                      r.confidence desc,
                      r.id
                  )
                )::int place,
                json_build_object(
                  'id',
                  r.id,
                  'source',
                  json_build_object('id', s.id, 'memory_id', s.memory_id),
                  'target',
                  json_build_object('id', t.id, 'memory_id', t.memory_id),
                  'relationship_type',
                  r.relationship_type,
                  'discovery_method',
                  r.discovery_method,
                  'confidence',
                  r.confidence,
                  'is_bidirectional',
                  r.is_bidirectional,
                  'context',
                  r.context,
                  'created_at',
                  r.created_at
                ) body
              from
                target m
                join relationships r on r.workspace_id = $4::uuid
                and r.target_id = m.id
                join memories s on s.workspace_id = r.workspace_id
                and s.id = r.source_id
                join memories t on t.workspace_id = r.workspace_id
                and t.id = r.target_id
              order by
                place
              limit
                249
            )
          ) document
      ) s
  ),
  sized as materialized (
    select
      *,
      octet_length(body) bytes,
      (char_length(body) - 1) / 15000 + 1 pieces,
      sum(octet_length(body)) over (
        order by
          place
      ) running
    from
      selected
  )
select
  (place)::int as "place",
  (pieces)::int as "pieces",
  (part)::text as "part"
from
  (
    select
      0 place,
      0 pieces,
      -1 n,
      coalesce(
        json_agg(
          json_build_array(id, extra, bytes)
          order by
            place
        )::text,
        '[]'
      ) part
    from
      sized
    union all
    select
      place,
      pieces,
      n,
      substr(body, n * 15000 + 1, 15000)
    from
      sized,
      generate_series(0, pieces - 1) n
    where
      running <= 500000
      or place = 1
  ) answer
order by
  place,
  n
