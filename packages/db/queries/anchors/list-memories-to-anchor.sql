-- listMemoriesToAnchor in packages/db/src/anchors/list-memories-to-anchor.ts

with
  indexed as materialized (
    select
      max(r.created_at) at,
      max(r.updated_at) last
    from
      code_repositories r
    where
      r.workspace_id = $1::uuid
  ),
  unanchored as materialized (
    select
      m.*
    from
      indexed i
      cross join lateral (
        select
          *
        from
          memories m
        where
          m.workspace_id = $2::uuid
          and i.at is not null
          and m.id = any ($3::uuid[])
          and not exists (
            select
            from
              memory_grounds g
            where
              g.workspace_id = m.workspace_id
              and g.memory_id = m.id
              and g.revision = m.revision
              and (
                g.verdict <> 'unknown'
                or g.anchored_at >= i.at
                and (
                  g.anchored_at >= i.last
                  or (
                    m.created_at < i.last - interval '1 day'
                    and not exists (
                      select
                      from
                        memory_anchors a
                      where
                        a.workspace_id = g.workspace_id
                        and a.memory_id = g.memory_id
                        and a.body_hash is null
                    )
                  )
                )
              )
          )
        order by
          m.created_at desc,
          m.id
        limit
          $4::int
      ) m
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
                    m.created_at desc,
                    m.id
                )
              )::int place,
              json_build_object(
                'commit_id',
                m.commit_id,
                'project',
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
                ),
                'edited',
                (
                  select
                    coalesce(json_agg(distinct f.path), '[]')
                  from
                    (
                      select
                        unnest(o.files) path
                      from
                        sessions s
                        join observations o on o.workspace_id = s.workspace_id
                        and o.session_row_id = s.id
                        and o.kind = 'edit'
                      where
                        s.workspace_id = m.workspace_id
                        and s.session_id = m.source_session_id
                      limit
                        100
                    ) f
                )
              ) extra
            from
              unanchored m
          ) p
          cross join lateral (
            select
              *
            from
              memories t
            where
              t.workspace_id = $5::uuid
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
              t.workspace_id = $6::uuid
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
  n /* planned once */
