-- readEvidence in packages/db/src/browse/read-evidence.ts

with
  word as materialized (
    select
      x.lexeme,
      ('''' || x.lexeme || '''')::tsquery query
    from
      jsonb_to_recordset($1::jsonb) x (lexeme text)
  ),
  size as materialized (
    select
      count(*)::float8 memories
    from
      memories
    where
      workspace_id = $2::uuid
  ),
  weighted as materialized (
    select
      w.query,
      f.df,
      ln(1 + (greatest(s.memories - f.df, 0) + 0.5) / (f.df + 0.5)) idf
    from
      word w
      cross join size s
      cross join lateral (
        select
          count(*)::float8 df
        from
          memories m
        where
          m.workspace_id = $3::uuid
          and m.search_text @@ w.query
      ) f
  ),
  whole as materialized (
    select
      coalesce(sum(idf), 0) idf,
      coalesce(
        sum(idf) filter (
          where
            df > 0
        ),
        0
      ) known
    from
      weighted
  ),
  query as materialized (
    select
      $4::vector v
  )
select
  (m.id)::text as "id",
  (coverage)::float8 as "coverage",
  (cosine)::float8 as "cosine",
  (cosine_learnt)::float8 as "cosine_learnt",
  (cosine_rest)::float8 as "cosine_rest",
  (coalesce(t.known / nullif(t.idf, 0), 0))::float8 as "known",
  (s.memories)::int as "memories"
from
  memories m
  cross join size s
  cross join whole t
  cross join lateral (
    select
      coalesce(
        sum(w.idf) filter (
          where
            m.search_text @@ w.query
        ) / nullif(t.idf, 0),
        0
      )::float8 coverage
    from
      weighted w
  ) c
  left join lateral (
    select
      e.embedding
    from
      memory_embeddings e
    where
      e.workspace_id = $5::uuid
      and e.memory_id = m.id
      and e.model = $6::text
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
                query
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
                  query
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
            subvector (e.embedding, 129, $7::int) <=> subvector (
              (
                select
                  v
                from
                  query
              ),
              129,
              $8::int
            )
          ),
          'NaN'
        ),
        0
      )::float8 cosine_rest
  ) v
where
  m.workspace_id = $9::uuid
  and m.id = any ($10::uuid[])
