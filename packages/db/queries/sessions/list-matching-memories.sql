-- listMatchingMemories in packages/db/src/sessions/list-matching-memories.ts

with
  input as materialized (
    select
      i.*,
      memory_text_key (i.title, i.narrative) text_key,
      row_number() over ()::int - 1 index
    from
      jsonb_to_recordset($1::jsonb) i (title text, narrative text, content_digest text)
  ),
  found as materialized (
    select
      i.index,
      m.id,
      true is_exact
    from
      input i
      join memories m on m.workspace_id = $2::uuid
      and m.content_digest = i.content_digest
    union all
    select
      i.index,
      m.id,
      false
    from
      input i
      join memories m on m.workspace_id = $3::uuid
      and memory_text_key (m.title, m.narrative) = i.text_key
      and m.content_digest <> i.content_digest
      and m.memory_type not in ('wiki', 'sdlc_knowledge')
    where
      not exists (
        select
        from
          relationships r
        where
          r.workspace_id = $4::uuid
          and r.target_id = m.id
          and r.relationship_type = 'supersedes'
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
          gen_random_uuid() id,
          (
            row_number() over (
              order by
                f.index,
                m.created_at,
                m.id
            )
          )::int place,
          null::json extra,
          json_build_object(
            'index',
            f.index,
            'is_exact',
            f.is_exact,
            'id',
            m.id,
            'memory_id',
            m.memory_id,
            'source_session_id',
            m.source_session_id,
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
            m.confidence_score
          ) body
        from
          found f
          join memories m on m.workspace_id = $5::uuid
          and m.id = f.id
        order by
          f.index,
          m.created_at,
          m.id
        limit
          250
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
