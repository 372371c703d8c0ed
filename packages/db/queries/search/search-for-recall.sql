-- searchForRecall in packages/db/src/search/search-for-recall.ts

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
      true
  ),
  believed as materialized (
    select
      $13::float8 * coalesce(least(1, 3.5 / nullif(matched, 0)), 1) ^ (2.25 * greatest(0, 1 - 2 * $14::float8)) trust
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
            r.workspace_id = $15::uuid
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
            r.workspace_id = $16::uuid
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
          m.workspace_id = $17::uuid
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
          e.workspace_id = $18::uuid
          and e.memory_id = m.id
          and e.model = $19::text
        offset
          0
      ) e on true
    where
      true
  ),
  page as materialized (
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
              s.workspace_id = $20::uuid
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
          t.place <= $21::bigint + $22::bigint
      ) near
    order by
      score desc,
      superseded,
      id
    limit
      $23::int
    offset
      $24::int
  ),
  judged_word as materialized (
    select
      x.lexeme,
      x.alternative,
      x.query::tsquery query
    from
      jsonb_to_recordset($25::jsonb) x (lexeme text, query text, alternative bool)
  ),
  judged_size as materialized (
    select
      count(*)::float8 memories
    from
      memories
    where
      workspace_id = $26::uuid
  ),
  judged_weight as materialized (
    select
      w.query,
      w.alternative,
      f.df,
      ln(1 + (greatest(s.memories - f.df, 0) + 0.5) / (f.df + 0.5)) idf
    from
      judged_word w
      cross join judged_size s
      cross join lateral (
        select
          count(*)::float8 df
        from
          memories m
        where
          m.workspace_id = $27::uuid
          and m.search_text @@ w.query
      ) f
  ),
  judged_whole as materialized (
    select
      idf,
      least(idf, known) known
    from
      (
        select
          coalesce(
            sum(idf) filter (
              where
                not alternative
            ),
            0
          ) idf,
          coalesce(
            sum(
              case
                when alternative then 0.75 * idf
                else idf
              end
            ) filter (
              where
                df > 0
            ),
            0
          ) known
        from
          judged_weight
      ) summed
  ),
  judged_query as materialized (
    select
      $28::vector v
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
              page.id,
              page.place,
              json_build_object(
                'rank',
                page.extra,
                'evidence',
                json_build_object(
                  'numbers',
                  json_build_array(
                    round((c.coverage)::numeric, 6),
                    round((c.coverage * t.idf)::numeric, 6),
                    round((v.cosine)::numeric, 6),
                    round((v.cosine_learnt)::numeric, 6),
                    round((v.cosine_rest)::numeric, 6),
                    round((coalesce(t.known / nullif(t.idf, 0), 0))::numeric, 6),
                    s.memories
                  )
                ),
                'foreign',
                coalesce(
                  not (
                    lower(p.project) = lower(g.project)
                    or (
                      lower(regexp_replace(p.project, '^.*/', '')) = lower(regexp_replace(g.project, '^.*/', ''))
                      and case
                        when strpos(p.project, '/') = 0 then 0
                        when starts_with(p.project, '…/') then 1
                        else 2
                      end <> case
                        when strpos(g.project, '/') = 0 then 0
                        when starts_with(g.project, '…/') then 1
                        else 2
                      end
                    )
                  ),
                  false
                ),
                'replaced',
                exists (
                  select
                  from
                    relationships r
                  where
                    r.workspace_id = $29::uuid
                    and r.target_id = m.id
                    and r.relationship_type = 'supersedes'
                ),
                'withdrawn',
                exists (
                  select
                  from
                    relationships r
                  where
                    r.workspace_id = $30::uuid
                    and r.target_id = m.id
                    and (
                      r.relationship_type = 'contradicts'
                      and r.discovery_method = 'manual'
                    )
                )
                or coalesce(k.verdict = 'obsolete', false),
                'code',
                k.verdict
              ) extra
            from
              page
              cross join lateral (
                select
                  *
                from
                  memories m
                where
                  m.workspace_id = $31::uuid
                  and m.id = page.id
                offset
                  0
              ) m
              left join memory_grounds k on k.workspace_id = m.workspace_id
              and k.memory_id = m.id
              cross join (
                select
                  $32::text project
              ) g
              cross join lateral (
                select
                  coalesce(
                    m.project,
                    (
                      select
                        d.origin
                      from
                        document_sections o
                        join documents d on d.workspace_id = o.workspace_id
                        and d.id = o.document_id
                      where
                        o.workspace_id = m.workspace_id
                        and o.memory_id = m.id
                        and d.origin !~ '^(commit|folder):'
                    )
                  ) project
              ) p
              cross join judged_size s
              cross join judged_whole t
              cross join lateral (
                select
                  least(
                    1,
                    coalesce(
                      sum(
                        case
                          when w.alternative then 0.75 * w.idf
                          else w.idf
                        end
                      ) filter (
                        where
                          m.search_text @@ w.query
                      ) / nullif(t.idf, 0),
                      0
                    )
                  )::float8 coverage
                from
                  judged_weight w
              ) c
              left join lateral (
                select
                  e.embedding
                from
                  memory_embeddings e
                where
                  e.workspace_id = $33::uuid
                  and e.memory_id = m.id
                  and e.model = $34::text
                offset
                  0
              ) e on true
              cross join lateral (
                select
                  coalesce(
                    nullif(
                      1 - (
                        e.embedding <=> (
                          select
                            v
                          from
                            judged_query
                        )
                      ),
                      'NaN'
                    ),
                    0
                  )::float8 cosine,
                  coalesce(
                    nullif(
                      1 - (
                        subvector (e.embedding, 1, 128) <=> subvector (
                          (
                            select
                              v
                            from
                              judged_query
                          ),
                          1,
                          128
                        )
                      ),
                      'NaN'
                    ),
                    0
                  )::float8 cosine_learnt,
                  coalesce(
                    nullif(
                      1 - (
                        subvector (e.embedding, 129, $35::int) <=> subvector (
                          (
                            select
                              v
                            from
                              judged_query
                          ),
                          129,
                          $36::int
                        )
                      ),
                      'NaN'
                    ),
                    0
                  )::float8 cosine_rest
              ) v
          ) p
          cross join lateral (
            select
              *
            from
              memories t
            where
              t.workspace_id = $37::uuid
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
              t.workspace_id = $38::uuid
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
