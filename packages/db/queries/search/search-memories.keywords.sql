-- searchMemories in packages/db/src/search/search-memories.ts

with
  word as materialized (
    select
      x.i,
      x.n,
      x.alternative,
      x.query::tsquery query
    from
      jsonb_to_recordset($1::jsonb) x (i int, query text, n float8, alternative bool)
  ),
  workspace as materialized (
    select
      count(*)::float8 memories,
      coalesce(avg(term_count), 1)::real average_length
    from
      memories
    where
      workspace_id = $2::uuid
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
          (1 + 0.3 * ((m.search_text @@ $3::text::tsquery)::int)::float8 / $4::int) lift
        from
          word w
          cross join lateral (
            select
              *
            from
              memories m
            where
              m.workspace_id = $5::uuid
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
      coalesce(sum(idf), 0) + ($6::int - count(*)) * ln(
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
      end keyword
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
          m.workspace_id = $7::uuid
          and m.id = s.id
        offset
          0
      ) m
    where
      true
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
                              0.3 * keyword + 0.1 * importance_score score,
                              'keyword' match_type
                            from
                              candidate
                            where
                              keyword > 0
                          ) given
                      ) r
                  ) t
                where
                  t.place <= $9::bigint + $10::bigint
              ) near
            order by
              score desc,
              superseded,
              id
            limit
              $11::int
            offset
              $12::int
          ) p
          cross join lateral (
            select
              *
            from
              memories t
            where
              t.workspace_id = $13::uuid
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
              t.workspace_id = $14::uuid
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
