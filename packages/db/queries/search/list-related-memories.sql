-- listRelatedMemories in packages/db/src/search/list-related-memories.ts

with
  source as materialized (
    select
      m.id
    from
      memories m
    where
      m.workspace_id = $1::uuid
      and m.id = $2::uuid
  ),
  query as materialized (
    select
      e.embedding v
    from
      source
      join memory_embeddings e on e.workspace_id = $3::uuid
      and e.memory_id = source.id
      and e.model = $4::text
  ),
  near as materialized (
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
      e.workspace_id = $5::uuid
      and e.model = $6::text
    order by
      e.embedding <#> (
        select
          v
        from
          query
      )
    limit
      $7::int
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
              id,
              0 place,
              null::json extra
            from
              source
            union all
            select
              id,
              place,
              extra
            from
              (
                select
                  id,
                  (
                    row_number() over (
                      order by
                        score desc,
                        superseded,
                        id
                    )
                  )::int place,
                  json_build_object('score', score, 'match_type', match_type) extra
                from
                  (
                    select
                      t.*,
                      exists (
                        select
                        from
                          relationships s
                        where
                          s.workspace_id = $8::uuid
                          and s.target_id = t.id
                          and s.relationship_type = 'supersedes'
                      ) superseded
                    from
                      (
                        select
                          r.*,
                          rank() over (
                            order by
                              r.score desc
                          ) place
                        from
                          (
                            select
                              id,
                              round(score * 1e6) / 1e6 score,
                              match_type
                            from
                              (
                                select
                                  id,
                                  score,
                                  'semantic' match_type
                                from
                                  (
                                    select
                                      id,
                                      case
                                        when cosine >= 1 - 2e-6 then 1
                                        else cosine
                                      end score
                                    from
                                      near
                                  ) n
                                where
                                  round(score * 1e6) / 1e6 >= $9::float8
                                  and id <> (
                                    select
                                      id
                                    from
                                      source
                                  )
                              ) given
                          ) r
                      ) t
                    where
                      t.place <= $10::bigint + $11::bigint
                  ) near
                order by
                  score desc,
                  superseded,
                  id
                limit
                  $12::int
                offset
                  $13::int
              ) page
          ) p
          cross join lateral (
            select
              *
            from
              memories t
            where
              t.workspace_id = $14::uuid
              and t.id = p.id
            offset
              0
          ) m
          cross join lateral (
            select
              *
            from
              memory_counters t
            where
              t.workspace_id = $15::uuid
              and t.memory_id = p.id
            offset
              0
          ) c
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
