-- listMemoriesOfFile in packages/db/src/browse/list-memories-of-file.ts

with
  given as materialized (
    select
      lower($1::text) path,
      $2::text project
  ),
  anchored as materialized (
    select
      a.memory_id,
      array_agg(stands.path) paths
    from
      given g
      cross join memory_anchors a
      cross join lateral (
        select
          coalesce(a.now_path, a.path) path
      ) stands
    where
      a.workspace_id = $3::uuid
      and (
        strpos(lower(stands.path), g.path) > 0
        or strpos(g.path, lower(stands.path)) > 0
      )
    group by
      a.memory_id
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
              m.id,
              (
                row_number() over (
                  order by
                    p.is_foreign,
                    n.closeness,
                    m.importance_score desc,
                    m.created_at desc,
                    m.id
                )
              )::int place,
              json_build_object('score', score, 'match_type', match_type) extra
            from
              memories m
              cross join given g
              left join anchored a on a.memory_id = m.id
              cross join lateral (
                select
                  round((0.1 * m.importance_score)::numeric, 6) score,
                  'keyword' match_type
              ) r
              cross join lateral (
                select
                  min(
                    case
                      when lower(f) = g.path then 0
                      when lower(f) like '%/' || s.pattern then 1
                      when g.path like '%/' || s.stored then 1
                      when strpos(lower(f), g.path) > 0 then 2
                    end
                  ) closeness
                from
                  unnest(m.source_files || coalesce(a.paths, '{}')) f
                  cross join lateral (
                    select
                      regexp_replace(g.path, '([\\%_])', '\\\1', 'g') pattern,
                      regexp_replace(lower(f), '([\\%_])', '\\\1', 'g') stored
                  ) s
              ) n
              cross join lateral (
                select
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
                  ) is_foreign
                from
                  (
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
              ) p
            where
              m.workspace_id = $4::uuid
              and n.closeness is not null
            order by
              p.is_foreign,
              n.closeness,
              m.importance_score desc,
              m.created_at desc,
              m.id
            limit
              $5::int
            offset
              $6::int
          ) p
          cross join lateral (
            select
              *
            from
              memories t
            where
              t.workspace_id = $7::uuid
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
              t.workspace_id = $8::uuid
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
