-- insertMemories in packages/db/src/memories/insert-memories.ts

with
  input as materialized (
    select
      i.*,
      row_number() over ()::int place
    from
      jsonb_to_recordset($1::jsonb) as i (
        id uuid,
        memory_id text,
        title text,
        narrative text,
        memory_type text,
        tags text[],
        concepts text[],
        source_files text[],
        importance_score float8,
        confidence_score float8,
        content_digest text,
        source_session_id text,
        is_consolidated bool,
        consolidated_from jsonb,
        created_at timestamptz,
        search_text text,
        term_count real,
        author text,
        project text,
        branch text,
        commit_id text,
        joins_session bool
      )
  ),
  inserted as (
    insert into
      memories (
        workspace_id,
        id,
        memory_id,
        title,
        narrative,
        memory_type,
        tags,
        concepts,
        source_files,
        importance_score,
        confidence_score,
        content_digest,
        source_session_id,
        is_consolidated,
        consolidated_from,
        created_at,
        search_text,
        term_count,
        author,
        project,
        branch,
        commit_id
      )
    select
      $2::uuid,
      i.id,
      i.memory_id,
      i.title,
      i.narrative,
      i.memory_type,
      i.tags,
      i.concepts,
      i.source_files,
      i.importance_score,
      i.confidence_score,
      i.content_digest,
      s.session_id,
      coalesce(i.is_consolidated, false),
      i.consolidated_from,
      i.created_at,
      i.search_text::tsvector,
      i.term_count,
      coalesce(i.author, s.user_email, s.user_id, s.author),
      coalesce(i.project, nullif(s.project_name, '')),
      coalesce(i.branch, nullif(s.branch_name, '')),
      i.commit_id
    from
      input i
      left join sessions s on s.workspace_id = $3::uuid
      and s.session_id = coalesce(
        i.source_session_id,
        case
          when i.joins_session then (
            select
              min(o.session_id)
            from
              sessions o
            where
              o.workspace_id = $4::uuid
              and o.author = i.author
              and o.is_active
              and (
                i.project is null
                or o.project_name = ''
                or (
                  lower(o.project_name) = lower(i.project)
                  or (
                    lower(regexp_replace(o.project_name, '^.*/', '')) = lower(regexp_replace(i.project, '^.*/', ''))
                    and case
                      when strpos(o.project_name, '/') = 0 then 0
                      when starts_with(o.project_name, '…/') then 1
                      else 2
                    end <> case
                      when strpos(i.project, '/') = 0 then 0
                      when starts_with(i.project, '…/') then 1
                      else 2
                    end
                  )
                )
              )
            having
              count(*) = 1
          )
        end
      )
    where
      (
        select
          set_config('memory.change', $5::text, true)
      ) is not null
      and true
    order by
      i.place
    returning
      *
  ),
  counted as (
    insert into
      memory_counters (workspace_id, memory_id)
    select
      workspace_id,
      id
    from
      inserted
    returning
      *
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
              place,
              null::json extra
            from
              input
          ) p
          join inserted m on m.id = p.id
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
  n /* planned once */
