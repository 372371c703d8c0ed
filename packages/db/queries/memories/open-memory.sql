-- openMemory in packages/db/src/memories/open-memory.ts

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
  counted as (
    update memory_counters c
    set
      access_count = c.access_count + 1,
      last_accessed_at = $3::timestamptz
    from
      target t
    where
      c.workspace_id = t.workspace_id
      and c.memory_id = t.id
    returning
      c.*
  ),
  tied as materialized (
    select distinct
      on (
        other_id,
        r.relationship_type,
        is_incoming
        and not r.is_bidirectional
      ) r.workspace_id,
      r.id,
      r.relationship_type,
      r.confidence,
      r.discovery_method,
      is_incoming,
      other_id
    from
      target t
      join relationships r on r.workspace_id = $4::uuid
      and (
        r.source_id = t.id
        or (
          r.target_id = t.id
          and not (
            r.is_bidirectional
            and exists (
              select
              from
                relationships o
              where
                o.workspace_id = $5::uuid
                and o.source_id = t.id
                and o.target_id = r.source_id
                and o.relationship_type = r.relationship_type
            )
          )
        )
      )
      cross join lateral (
        select
          r.target_id = t.id is_incoming,
          case
            when r.target_id = t.id then r.source_id
            else r.target_id
          end other_id
        offset
          0
      ) e
    order by
      other_id,
      r.relationship_type,
      is_incoming
      and not r.is_bidirectional,
      r.discovery_method = 'manual' desc,
      r.confidence desc,
      r.id
  ),
  near_ties as materialized (
    select
      t.*,
      row_number() over (
        order by
          discovery_method = 'manual' desc,
          confidence desc,
          id
      ) place
    from
      tied t
    order by
      place
    limit
      $6::int
  ),
  query as materialized (
    select
      e.embedding v
    from
      target t
      join memory_embeddings e on e.workspace_id = $7::uuid
      and e.memory_id = t.id
      and e.model = $8::text
  ),
  similar_to as materialized (
    select
      $9::uuid workspace_id,
      n.id,
      n.cosine
    from
      (
        select
          e.memory_id id,
          - (
            e.embedding <#> (
              select
                v
              from
                query
            )
          ) cosine
        from
          memory_embeddings e
        where
          e.workspace_id = $10::uuid
          and e.model = $11::text
        order by
          e.embedding <#> (
            select
              v
            from
              query
          )
        limit
          $12::int
      ) n
    where
      round(n.cosine * 1e6) / 1e6 >= $13::float8
      and n.id <> (
        select
          id
        from
          target
      )
    order by
      n.cosine desc,
      n.id
    limit
      $14::int
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
          p.id,
          (
            row_number() over (
              order by
                p.place
            )
          )::int place,
          p.extra,
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
          (
            select
              memory_id id,
              1 place,
              json_build_object(
                'link_count',
                (
                  select
                    count(*)
                  from
                    tied
                ),
                'links',
                (
                  select
                    coalesce(
                      json_agg(
                        json_build_object(
                          'id',
                          m.id,
                          'memory_id',
                          m.memory_id,
                          'title',
                          left(m.title, 200),
                          'memory_type',
                          m.memory_type,
                          'created_at',
                          m.created_at,
                          'relationship_type',
                          r.relationship_type,
                          'is_incoming',
                          r.is_incoming
                        )
                        order by
                          r.place
                      ),
                      '[]'
                    )
                  from
                    near_ties r
                    join memories m on m.workspace_id = r.workspace_id
                    and m.id = r.other_id
                ),
                'similar',
                (
                  select
                    coalesce(
                      json_agg(
                        json_build_object(
                          'id',
                          m.id,
                          'memory_id',
                          m.memory_id,
                          'title',
                          left(m.title, 200),
                          'memory_type',
                          m.memory_type,
                          'created_at',
                          m.created_at
                        )
                        order by
                          n.cosine desc,
                          m.id
                      ),
                      '[]'
                    )
                  from
                    similar_to n
                    join memories m on m.workspace_id = n.workspace_id
                    and m.id = n.id
                )
              ) extra
            from
              counted
          ) p
          cross join lateral (
            select
              *
            from
              memories t
            where
              t.workspace_id = $15::uuid
              and t.id = p.id
            offset
              0
          ) m
          join counted c on c.memory_id = p.id
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
