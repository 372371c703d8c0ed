-- readOverview in packages/db/src/overview/read-overview.ts

select
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('name', author, 'count', n)
            order by
              n desc
          ),
          '[]'
        )
      from
        (
          select
            author,
            count(*)::int n
          from
            memories
          where
            workspace_id = w.id
            and created_at >= w.since
          group by
            author
          order by
            n desc
          limit
            8
        ) a
    )
  )::text as "learnt",
  (
    (
      select
        coalesce(json_agg(body), '[]')
      from
        (
          select
            (
              json_build_object(
                'memory',
                m.id::text,
                'title',
                left(m.title, 300),
                'memory_type',
                m.memory_type,
                'created_at',
                m.created_at
              )
            )::jsonb || jsonb_build_object('useful', f.useful, 'context', left(f.context, 300), 'said_at', f.created_at) body
          from
            feedback f
            join memories m on m.workspace_id = f.workspace_id
            and m.id = f.memory_id
          where
            f.workspace_id = w.id
            and f.created_at >= w.since
          order by
            f.created_at desc
          limit
            8
        ) h
    )
  )::text as "helped",
  (
    (
      select
        json_build_object('sessions', count(distinct session_row_id)::int, 'times', count(*)::int)
      from
        observations
      where
        workspace_id = w.id
        and kind = 'injection'
        and occurred_at >= w.since
    )
  )::text as "told",
  (
    (
      select
        coalesce(
          json_agg(
            a
            order by
              a.last_seen_at desc
          ),
          '[]'
        )
      from
        (
          select
            coalesce(s.metadata_json ->> 'agent', s.metadata_json ->> 'client', 'unknown') agent,
            count(*) filter (
              where
                s.last_sign_of_life >= w.since
            )::int sessions,
            max(s.last_sign_of_life) last_seen_at,
            (
              array_agg(
                s.project_name
                order by
                  s.last_sign_of_life desc
              )
            ) [1] project,
            coalesce(
              array_agg(distinct s.user_email) filter (
                where
                  s.user_email is not null
              ),
              '{}'
            ) people
          from
            sessions s
          where
            s.workspace_id = w.id
          group by
            1
        ) a
    )
  )::text as "agents",
  (
    (
      select
        count(*)
      from
        memories
      where
        workspace_id = w.id
    )
  )::int as "memories",
  (
    (
      select
        count(*)
      from
        sessions
      where
        workspace_id = w.id
    )
  )::int as "sessions",
  (
    (
      select
        count(*)
      from
        documents
      where
        workspace_id = w.id
    )
  )::int as "documents",
  (
    (
      select
        count(*)
      from
        code_symbols
      where
        workspace_id = w.id
    )
  )::int as "symbols",
  (
    (
      select
        model
      from
        workspace_statistics
      where
        workspace_id = w.id
    )
  )::text as "model",
  (
    (
      select
        next_model
      from
        workspace_statistics
      where
        workspace_id = w.id
    )
  )::text as "next_model",
  (
    coalesce(
      (
        select
          trained_memories
        from
          workspace_statistics
        where
          workspace_id = w.id
      ),
      0
    )
  )::int as "trained_memories",
  (
    coalesce(
      (
        select
          has_semantic_index
        from
          workspace_statistics
        where
          workspace_id = w.id
      ),
      false
    )
  )::bool as "has_semantic_index",
  (
    (
      select
        count(*)
      from
        memory_embeddings e
        join workspace_statistics s on s.workspace_id = e.workspace_id
        and s.model = e.model
      where
        e.workspace_id = w.id
    )
  )::int as "embedded",
  (
    (
      select
        count(*)
      from
        embedding_refusals
      where
        workspace_id = w.id
    )
  )::int as "refused",
  (
    (
      with
        kept as materialized (
          select
            m.id,
            m.created_at,
            m.source_session_id,
            e.embedding,
            array(
              select
                unnest(m.tags)
              union
              select
                unnest(m.concepts)
              union
              select
                unnest(m.source_files)
            ) marks
          from
            memories m
            join workspace_statistics s on s.workspace_id = m.workspace_id
            join memory_embeddings e on e.workspace_id = m.workspace_id
            and e.memory_id = m.id
            and e.model = s.model
          where
            m.workspace_id = w.id
            and cardinality(m.tags) + cardinality(m.concepts) + cardinality(m.source_files) > 0
          order by
            m.created_at desc,
            m.id
          limit
            600
        ),
        judged as (
          select
            *
          from
            kept
          order by
            md5(id::text)
          limit
            60
        )
      select
        json_build_object('judged', count(*)::int, 'nearest', avg(n.shares::int), 'chance', avg(c.share))
      from
        judged j
        cross join lateral (
          select
            k.marks && j.marks shares
          from
            kept k
          where
            k.id <> j.id
          order by
            k.embedding <#> j.embedding
          limit
            1
        ) n
        cross join lateral (
          select
            avg((k.marks && j.marks)::int) share
          from
            kept k
          where
            k.id <> j.id
        ) c
    )
  )::text as "closeness"
from
  (
    select
      $1::uuid id,
      $2::timestamptz since
  ) w
