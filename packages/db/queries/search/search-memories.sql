-- searchMemories in packages/db/src/search/search-memories.ts

with
  query as materialized (
    select
      $1::vector v
  ),
  word as materialized (
    select
      x.i,
      x.n,
      x.alternative,
      x.query::tsquery query
    from
      jsonb_to_recordset($2::jsonb) x (i int, query text, n float8, alternative bool)
  ),
  workspace as materialized (
    select
      count(*)::float8 memories,
      coalesce(avg(term_count), 1)::real average_length
    from
      memories
    where
      workspace_id = $3::uuid
  ),
  hit as materialized (
    select
      found.*,
      ln(
        1 + (
          (
            select
              memories
            from
              workspace
          ) - frequency + 0.5
        ) / (frequency + 0.5)
      ) idf
    from
      (
        select
          m.id,
          m.term_count,
          w.i,
          w.n,
          w.alternative,
          t.tf,
          count(*) over (
            partition by
              w.i
          )::float8 frequency,
          (1 + 0.3 * ((m.search_text @@ $4::text::tsquery)::int)::float8 / $5::int) lift
        from
          word w
          cross join lateral (
            select
              *
            from
              memories m
            where
              m.workspace_id = $6::uuid
              and m.search_text @@ w.query
            offset
              0
          ) m
          cross join lateral (
            select
              case
                when w.alternative then 1
                else term_frequency (m.search_text, w.query)
              end tf
            offset
              0
          ) t
      ) found
  ),
  whole as materialized (
    select
      coalesce(sum(idf), 0) + ($7::int - count(*)) * ln(
        1 + (
          (
            select
              memories
            from
              workspace
          ) + 0.5
        ) / 0.5
      ) idf
    from
      (
        select
          i,
          min(idf) idf
        from
          hit
        where
          not alternative
        group by
          i
      ) known
  ),
  scored as materialized (
    select
      id,
      coverage,
      b * (0.7 + 0.3 * coverage) * lift k
    from
      (
        select
          id,
          min(lift) lift,
          least(
            1,
            sum(
              case
                when alternative then 0.5 * idf
                else idf
              end
            ) / (
              select
                idf
              from
                whole
            )
          ) coverage,
          sum(
            bm25 (
              n,
              idf,
              tf,
              term_count,
              (
                select
                  average_length
                from
                  workspace
              )
            )
          ) b
        from
          hit
        group by
          id
      ) summed
  ),
  best_k as materialized (
    select
      max(k) k,
      (
        array_agg(
          coverage
          order by
            k desc,
            coverage desc
        )
      ) [1] * (
        select
          idf
        from
          whole
      ) matched
    from
      scored
  ),
  candidate as materialized (
    select
      m.id,
      m.importance_score,
      case
        when best_k.k > 0 then least(1, coalesce(s.k, 0) / best_k.k)
        else 0
      end keyword,
      e.embedding,
      coalesce(
        - (
          e.embedding <#> (
            select
              v
            from
              query
          )
        ),
        0
      ) cosine
    from
      (
        select
          id,
          max(k) k
        from
          (
            select
              id,
              k
            from
              scored
            union all
            select
              memory_id,
              null
            from
              memory_embeddings
            where
              workspace_id = $8::uuid
              and model = $9::text
          ) f
        group by
          id
      ) s
      cross join best_k
      cross join lateral (
        select
          *
        from
          memories m
        where
          m.workspace_id = $10::uuid
          and m.id = s.id
        offset
          0
      ) m
      left join lateral (
        select
          e.embedding
        from
          memory_embeddings e
        where
          e.workspace_id = $11::uuid
          and e.memory_id = m.id
          and e.model = $12::text
        offset
          0
      ) e on true
    where
      m.memory_type = any (
        array(
          select
            jsonb_array_elements_text($13::jsonb)
        )
      )
      and m.tags && array(
        select
          jsonb_array_elements_text($14::jsonb)
      )
      and m.source_files && array(
        select
          jsonb_array_elements_text($15::jsonb)
      )
      and m.importance_score >= $16::float8
      and m.search_text @@ $17::tsquery
  ),
  believed as materialized (
    select
      $18::float8 * coalesce(least(1, 3.5 / nullif(matched, 0)), 1) ^ (2.25 * greatest(0, 1 - 2 * $19::float8)) trust
    from
      best_k
  ),
  moved as materialized (
    select
      l2_normalize (
        (
          select
            v
          from
            query
        ) + sum(
          embedding * (array_fill(2 * weight, array[128]) || array_fill(0::real, array[vector_dims (embedding) - 128]))::vector
        )
      ) v
    from
      (
        select
          embedding,
          (
            (
              select
                trust
              from
                believed
            ) * coalesce(s ^ 3 / nullif(sum(s ^ 3) over (), 0), 0)
          )::real weight
        from
          (
            select
              embedding,
              0.3 * keyword + 0.6 * greatest(cosine, 0) s
            from
              candidate
            where
              embedding is not null
            order by
              s desc,
              id
            limit
              5
          ) best
      ) weighed
  ),
  direct as materialized (
    select
      id,
      0.3 * keyword + 0.6 * semantic + 0.1 * importance_score score,
      case
        when keyword > 0
        and cosine >= 0.15 then 'combined'
        when keyword > 0 then 'keyword'
        else 'semantic'
      end match_type
    from
      (
        select
          id,
          importance_score,
          keyword,
          cosine,
          coalesce(
            greatest(
              0,
              - (
                embedding <#> (
                  select
                    v
                  from
                    moved
                )
              )
            ),
            0
          ) semantic
        from
          candidate
        offset
          0
      ) measured
    where
      keyword > 0
      or semantic > 0
  ),
  neighbour as materialized (
    select
      n.id
    from
      (
        select
          id
        from
          direct
        order by
          score desc,
          id
        limit
          10
      ) best
      cross join lateral (
        (
          select
            r.target_id id,
            r.confidence
          from
            relationships r
          where
            r.workspace_id = $20::uuid
            and r.source_id = best.id
            and r.confidence >= 0.5
          order by
            r.confidence desc
          limit
            50
        )
        union all
        (
          select
            r.source_id id,
            r.confidence
          from
            relationships r
          where
            r.workspace_id = $21::uuid
            and r.target_id = best.id
            and r.confidence >= 0.5
          order by
            r.confidence desc
          limit
            50
        )
      ) n
    where
      not exists (
        select
        from
          direct d
        where
          d.id = n.id
      )
    group by
      n.id
    order by
      max(n.confidence) desc,
      n.id
    limit
      50
  ),
  derived as (
    select
      m.id,
      'semantic' match_type,
      0.6 * (
        select
          trust
        from
          believed
      ) * coalesce(
        greatest(
          0,
          - (
            e.embedding <#> (
              select
                v
              from
                moved
            )
          )
        ),
        0
      ) + 0.1 * m.importance_score score
    from
      neighbour n
      cross join lateral (
        select
          *
        from
          memories m
        where
          m.workspace_id = $22::uuid
          and m.id = n.id
        offset
          0
      ) m
      left join lateral (
        select
          e.embedding
        from
          memory_embeddings e
        where
          e.workspace_id = $23::uuid
          and e.memory_id = m.id
          and e.model = $24::text
        offset
          0
      ) e on true
    where
      m.memory_type = any (
        array(
          select
            jsonb_array_elements_text($25::jsonb)
        )
      )
      and m.source_files && array(
        select
          jsonb_array_elements_text($26::jsonb)
      )
      and m.importance_score >= $27::float8
      and m.search_text @@ $28::tsquery
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
                      s.workspace_id = $29::uuid
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
                              match_type
                            from
                              direct
                            union all
                            select
                              id,
                              score,
                              match_type
                            from
                              derived
                          ) given
                      ) r
                  ) t
                where
                  t.place <= $30::bigint + $31::bigint
              ) near
            order by
              score desc,
              superseded,
              id
            limit
              $32::int
            offset
              $33::int
          ) p
          cross join lateral (
            select
              *
            from
              memories t
            where
              t.workspace_id = $34::uuid
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
              t.workspace_id = $35::uuid
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
