-- listLinkedMemories in packages/db/src/code/list-linked-memories.ts

with
  linked as materialized (
    (
      select
        m.id,
        $1::text link,
        $2::float8 weight
      from
        memories m
      where
        m.workspace_id = $3::uuid
        and m.source_files && array(
          select
            jsonb_array_elements_text($4::jsonb)
        )
      order by
        m.importance_score desc,
        m.created_at desc
      limit
        $5::int
    )
    union all
    (
      select
        m.id,
        $6::text link,
        $7::float8 weight
      from
        memories m
      where
        m.workspace_id = $8::uuid
        and m.search_text @@ $9::tsquery
      order by
        m.importance_score desc,
        m.created_at desc
      limit
        $10::int
    )
    union all
    (
      select
        m.id,
        $11::text link,
        $12::float8 weight
      from
        memories m
      where
        m.workspace_id = $13::uuid
        and m.concepts && array(
          select
            jsonb_array_elements_text($14::jsonb)
        )
      order by
        m.importance_score desc,
        m.created_at desc
      limit
        $15::int
    )
    union all
    (
      select
        m.id,
        $16::text link,
        $17::float8 weight
      from
        memories m
      where
        m.workspace_id = $18::uuid
        and m.source_files && array(
          select
            jsonb_array_elements_text($19::jsonb)
        )
      order by
        m.importance_score desc,
        m.created_at desc
      limit
        $20::int
    )
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
                    sum(weight) + 0.1 * m.importance_score desc,
                    m.created_at desc,
                    m.id
                )
              )::int place,
              json_agg(
                l.link
                order by
                  l.weight desc
              ) extra
            from
              linked l
              join memories m on m.workspace_id = $21::uuid
              and m.id = l.id
            group by
              m.workspace_id,
              m.id
            order by
              sum(weight) + 0.1 * m.importance_score desc,
              m.created_at desc,
              m.id
            limit
              $22::int
          ) p
          cross join lateral (
            select
              *
            from
              memories t
            where
              t.workspace_id = $23::uuid
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
              t.workspace_id = $24::uuid
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
