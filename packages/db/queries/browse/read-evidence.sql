-- readEvidence in packages/db/src/browse/read-evidence.ts

with
  word as materialized (
    select
      x.lexeme,
      x.alternative,
      x.query::tsquery query
    from
      jsonb_to_recordset($1::jsonb) x (lexeme text, query text, alternative bool)
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
      w.alternative,
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
                when alternative then 0.5 * idf
                else idf
              end
            ) filter (
              where
                df > 0
            ),
            0
          ) known
        from
          weighted
      ) summed
  ),
  query as materialized (
    select
      $4::vector v
  )
select
  (m.id)::text as "id",
  (coverage)::float8 as "coverage",
  (coverage * t.idf)::float8 as "matched",
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
      least(
        1,
        coalesce(
          sum(
            case
              when w.alternative then 0.5 * w.idf
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
