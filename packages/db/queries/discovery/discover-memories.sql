-- discoverMemories in packages/db/src/discovery/discover-memories.ts

with
  me as materialized (
    select
      m.id,
      m.content_digest,
      m.source_files,
      m.concepts,
      m.source_session_id,
      m.created_at,
      e.embedding
    from
      memories m
      join memory_counters c on c.workspace_id = m.workspace_id
      and c.memory_id = m.id
      left join memory_embeddings e on e.workspace_id = m.workspace_id
      and e.memory_id = m.id
      and e.model = $1::text
      and e.content_digest = m.content_digest
    where
      m.workspace_id = $2::uuid
      and m.id = any ($3::uuid[])
      and (
        c.content_hash = m.content_digest
        or not $4::bool
      )
      and (
        $5::bool
        or c.discovered_digest is distinct from m.content_digest
      )
    order by
      m.id
    for no key update of
      m
  ),
  similar_memory as materialized (
    select
      me.id me,
      n.id,
      n.cosine
    from
      me
      cross join lateral (
        select
          e.memory_id id,
          - (e.embedding <#> me.embedding) cosine
        from
          memory_embeddings e
        where
          e.workspace_id = $6::uuid
          and e.model = $7::text
          and e.memory_id <> me.id
        order by
          (e.embedding) <#> (me.embedding)
        limit
          5
      ) n
    where
      me.embedding is not null
  ),
  sharing_files_term as materialized (
    select
      t.term,
      held,
      held > 500 common,
      least(1, 5 / greatest(held, 1)::float8) weight
    from
      (
        select distinct
          unnest(me.source_files) term
        from
          me
      ) t
      cross join lateral (
        select
          count(*) held
        from
          (
            select
            from
              memories x
            where
              x.workspace_id = $8::uuid
              and x.source_files @> array[t.term]
            limit
              500 + 1
          ) x
      ) h
  ),
  sharing_files_holder as materialized (
    select
      t.term,
      x.*
    from
      sharing_files_term t
      cross join lateral (
        select
          x.id,
          x.created_at,
          x.source_files terms
        from
          memories x
        where
          x.workspace_id = $9::uuid
          and x.source_files @> array[t.term]
        order by
          x.created_at desc
        limit
          case
            when t.common then 50
          end
      ) x
  ),
  sharing_files as materialized (
    select
      me,
      id,
      shared,
      alone,
      size
    from
      (
        select
          p.*,
          row_number() over (
            partition by
              me
            order by
              shared desc,
              created_at desc,
              id desc
          ) place
        from
          (
            select
              p.me,
              p.id,
              p.created_at,
              s.shared,
              s.held <= 2
              and p.own <@ p.terms
              and p.terms <@ p.own alone,
              greatest(cardinality(p.own), cardinality(p.terms)) size
            from
              (
                select distinct
                  on (me.id, h.id) me.id me,
                  h.id,
                  h.created_at,
                  h.terms,
                  me.source_files own
                from
                  me
                  cross join lateral unnest(me.source_files) o (term)
                  join sharing_files_holder h on h.term = o.term
                where
                  h.id <> me.id
                order by
                  me.id,
                  h.id
              ) p
              cross join lateral (
                select
                  coalesce(sum(t.weight), 0) shared,
                  max(t.held) held
                from
                  sharing_files_term t
                where
                  t.term = any (p.own)
                  and t.term = any (p.terms)
              ) s
          ) p
      ) p
    where
      place <= 20
  ),
  sharing_concepts_term as materialized (
    select
      t.term,
      held,
      held > 500 common,
      least(1, 5 / greatest(held, 1)::float8) weight
    from
      (
        select distinct
          unnest(me.concepts) term
        from
          me
      ) t
      cross join lateral (
        select
          count(*) held
        from
          (
            select
            from
              memories x
            where
              x.workspace_id = $10::uuid
              and x.concepts @> array[t.term]
            limit
              500 + 1
          ) x
      ) h
  ),
  sharing_concepts_holder as materialized (
    select
      t.term,
      x.*
    from
      sharing_concepts_term t
      cross join lateral (
        select
          x.id,
          x.created_at,
          x.concepts terms
        from
          memories x
        where
          x.workspace_id = $11::uuid
          and x.concepts @> array[t.term]
        order by
          x.created_at desc
        limit
          case
            when t.common then 50
          end
      ) x
  ),
  sharing_concepts as materialized (
    select
      me,
      id,
      shared,
      alone,
      size
    from
      (
        select
          p.*,
          row_number() over (
            partition by
              me
            order by
              shared desc,
              created_at desc,
              id desc
          ) place
        from
          (
            select
              p.me,
              p.id,
              p.created_at,
              s.shared,
              s.held <= 2
              and p.own <@ p.terms
              and p.terms <@ p.own alone,
              greatest(cardinality(p.own), cardinality(p.terms)) size
            from
              (
                select distinct
                  on (me.id, h.id) me.id me,
                  h.id,
                  h.created_at,
                  h.terms,
                  me.concepts own
                from
                  me
                  cross join lateral unnest(me.concepts) o (term)
                  join sharing_concepts_holder h on h.term = o.term
                where
                  h.id <> me.id
                order by
                  me.id,
                  h.id
              ) p
              cross join lateral (
                select
                  coalesce(sum(t.weight), 0) shared,
                  max(t.held) held
                from
                  sharing_concepts_term t
                where
                  t.term = any (p.own)
                  and t.term = any (p.terms)
              ) s
          ) p
      ) p
    where
      place <= 20
  ),
  session_neighbour as materialized (
    select
      me.id me,
      n.id,
      n.confidence,
      n.same
    from
      me
      cross join lateral (
        (
          select
            id,
            0.6 * least(1, 5 / (count(*) over ())::float8) confidence,
            true same
          from
            (
              select
                x.id,
                x.created_at
              from
                memories x
              where
                x.workspace_id = $12::uuid
                and x.source_session_id = me.source_session_id
                and x.id <> me.id
              order by
                x.created_at desc,
                x.id desc
              limit
                100
            ) x
          order by
            created_at desc,
            id desc
          limit
            10
        )
        union all
        (
          select
            x.id,
            0.15 - 0.1 * abs(
              extract(
                epoch
                from
                  x.created_at - me.created_at
              )
            )::float8 / 1800 confidence,
            false same
          from
            (
              select
                x.id,
                x.created_at,
                x.source_session_id
              from
                memories x
              where
                x.workspace_id = $13::uuid
                and x.created_at >= me.created_at
                and x.created_at <= me.created_at + interval '30 minutes'
              order by
                x.created_at asc
              limit
                50
            ) x
          where
            x.source_session_id <> me.source_session_id
          order by
            x.created_at asc,
            x.id asc
          limit
            5
        )
        union all
        (
          select
            x.id,
            0.15 - 0.1 * abs(
              extract(
                epoch
                from
                  x.created_at - me.created_at
              )
            )::float8 / 1800 confidence,
            false same
          from
            (
              select
                x.id,
                x.created_at,
                x.source_session_id
              from
                memories x
              where
                x.workspace_id = $14::uuid
                and x.created_at < me.created_at
                and x.created_at >= me.created_at - interval '30 minutes'
              order by
                x.created_at desc
              limit
                50
            ) x
          where
            x.source_session_id <> me.source_session_id
          order by
            x.created_at desc,
            x.id desc
          limit
            5
        )
      ) n
    where
      me.source_session_id is not null
  ),
  judged as materialized (
    select
      me.id me,
      r.target_id id,
      r.discovery_method
    from
      me
      join relationships r on r.workspace_id = $15::uuid
      and r.source_id = me.id
    where
      r.discovered_type is not null
    union all
    select
      me.id me,
      r.source_id id,
      r.discovery_method
    from
      me
      join relationships r on r.workspace_id = $16::uuid
      and r.target_id = me.id
    where
      r.discovered_type is not null
  ),
  found as materialized (
    select
      me,
      id,
      greatest(id, me) source_id,
      least(id, me) target_id,
      'similar_to' relationship_type,
      'embedding_similarity' discovery_method,
      least(cosine, 1)::float8 confidence
    from
      similar_memory
    where
      cosine >= $17::float8
    union all
    select
      me,
      id,
      case
        when out_ref then me
        when in_ref then id
        else greatest(id, me)
      end,
      case
        when out_ref then id
        when in_ref then me
        else least(id, me)
      end,
      case
        when out_ref
        or in_ref then 'references'
        else 'related_to'
      end,
      'file_overlap',
      shared / (shared + 1)
    from
      (
        select
          f.me,
          f.id,
          f.shared,
          (
            o.source_files[1] <> me.source_files[1]
            and o.source_files[1] = any (me.source_files)
            and not me.source_files[1] = any (o.source_files)
          ) out_ref,
          (
            me.source_files[1] <> o.source_files[1]
            and me.source_files[1] = any (o.source_files)
            and not o.source_files[1] = any (me.source_files)
          ) in_ref
        from
          (
            select
              f.me,
              f.id,
              f.shared,
              f.alone,
              f.size
            from
              sharing_files f
            where
              not exists (
                select
                from
                  document_sections own
                  join document_sections n on n.workspace_id = own.workspace_id
                  and n.document_id = own.document_id
                where
                  own.workspace_id = $18::uuid
                  and own.memory_id = f.me
                  and n.memory_id = f.id
              )
            union all
            select
              me.id,
              n.memory_id,
              0.25::float8,
              true,
              1
            from
              me
              join document_sections own on own.workspace_id = $19::uuid
              and own.memory_id = me.id
              join document_sections n on n.workspace_id = own.workspace_id
              and n.document_id = own.document_id
              and n.ordinal in (own.ordinal - 1, own.ordinal + 1)
          ) f
          join me on me.id = f.me
          cross join lateral (
            select
              *
            from
              memories
            where
              workspace_id = $20::uuid
              and id = f.id
            limit
              1
          ) o
        where
          f.alone
          or (
            me.embedding is null
            or (
              select
                case
                  when cosine >= $21::float8 then true
                  when cosine >= ($22::float8 * (1 - 0.4 * least(1, f.shared * least(1, 6 / greatest(f.size, 1)::float8)))) then (
                    select
                      count(*) >= 2
                    from
                      (
                        select
                          lexeme,
                          lower(
                            regexp_replace(
                              array_to_string(a.source_files || b.source_files || a.concepts || b.concepts, ' '),
                              '[^[:alnum:] ]',
                              '',
                              'g'
                            )
                          ) names
                        from
                          memories a
                          join memories b on b.workspace_id = a.workspace_id
                          and b.id = f.id
                          cross join lateral (
                            select
                              unnest(tsvector_to_array(a.search_text))
                            intersect
                            select
                              unnest(tsvector_to_array(b.search_text))
                          ) l (lexeme)
                        where
                          a.workspace_id = $23::uuid
                          and a.id = me.id
                      ) l
                      left join lexeme_frequencies q on q.workspace_id = $24::uuid
                      and q.lexeme = l.lexeme
                    where
                      position(left(l.lexeme, greatest(length(l.lexeme) - 1, 4)) in names) = 0
                      and coalesce(q.frequency, 1) <= (
                        select
                          sqrt(w.memories)
                        from
                          workspace_statistics w
                        where
                          w.workspace_id = $25::uuid
                      )
                  )
                end
              from
                (
                  select
                    - (e.embedding <#> me.embedding) cosine
                  from
                    memory_embeddings e
                  where
                    e.workspace_id = $26::uuid
                    and e.model = $27::text
                    and e.memory_id = f.id
                ) e
            )
            or exists (
              select
              from
                judged j
              where
                j.me = f.me
                and j.id = f.id
                and j.discovery_method = $28::text
            )
          )
      ) f
    union all
    select
      f.me,
      f.id,
      greatest(f.id, f.me),
      least(f.id, f.me),
      'related_to',
      'concept_overlap',
      f.shared / (f.shared + 1)
    from
      sharing_concepts f
      join me on me.id = f.me
    where
      f.alone
      or (
        me.embedding is null
        or (
          select
            case
              when cosine >= $29::float8 then true
              when cosine >= ($30::float8 * (1 - 0.4 * least(1, f.shared * least(1, 6 / greatest(f.size, 1)::float8)))) then (
                select
                  count(*) >= 2
                from
                  (
                    select
                      lexeme,
                      lower(
                        regexp_replace(
                          array_to_string(a.source_files || b.source_files || a.concepts || b.concepts, ' '),
                          '[^[:alnum:] ]',
                          '',
                          'g'
                        )
                      ) names
                    from
                      memories a
                      join memories b on b.workspace_id = a.workspace_id
                      and b.id = f.id
                      cross join lateral (
                        select
                          unnest(tsvector_to_array(a.search_text))
                        intersect
                        select
                          unnest(tsvector_to_array(b.search_text))
                      ) l (lexeme)
                    where
                      a.workspace_id = $31::uuid
                      and a.id = me.id
                  ) l
                  left join lexeme_frequencies q on q.workspace_id = $32::uuid
                  and q.lexeme = l.lexeme
                where
                  position(left(l.lexeme, greatest(length(l.lexeme) - 1, 4)) in names) = 0
                  and coalesce(q.frequency, 1) <= (
                    select
                      sqrt(w.memories)
                    from
                      workspace_statistics w
                    where
                      w.workspace_id = $33::uuid
                  )
              )
            end
          from
            (
              select
                - (e.embedding <#> me.embedding) cosine
              from
                memory_embeddings e
              where
                e.workspace_id = $34::uuid
                and e.model = $35::text
                and e.memory_id = f.id
            ) e
        )
        or exists (
          select
          from
            judged j
          where
            j.me = f.me
            and j.id = f.id
            and j.discovery_method = $36::text
        )
      )
    union all
    select
      f.me,
      f.id,
      greatest(f.id, f.me),
      least(f.id, f.me),
      'related_to',
      'session_context',
      f.confidence
    from
      session_neighbour f
      join me on me.id = f.me
    where
      case
        when f.same then (
          me.embedding is null
          or (
            select
              case
                when cosine >= $37::float8 then true
                when cosine >= ($38::float8 * 0.5) then true
              end
            from
              (
                select
                  - (e.embedding <#> me.embedding) cosine
                from
                  memory_embeddings e
                where
                  e.workspace_id = $39::uuid
                  and e.model = $40::text
                  and e.memory_id = f.id
              ) e
          )
          or exists (
            select
            from
              judged j
            where
              j.me = f.me
              and j.id = f.id
              and j.discovery_method = $41::text
          )
        )
        else (
          me.embedding is null
          or (
            select
              case
                when cosine >= $42::float8 then true
                when cosine >= ($43::float8 * 0.8) then (
                  select
                    count(*) >= 2
                  from
                    (
                      select
                        lexeme,
                        lower(
                          regexp_replace(
                            array_to_string(a.source_files || b.source_files || a.concepts || b.concepts, ' '),
                            '[^[:alnum:] ]',
                            '',
                            'g'
                          )
                        ) names
                      from
                        memories a
                        join memories b on b.workspace_id = a.workspace_id
                        and b.id = f.id
                        cross join lateral (
                          select
                            unnest(tsvector_to_array(a.search_text))
                          intersect
                          select
                            unnest(tsvector_to_array(b.search_text))
                        ) l (lexeme)
                      where
                        a.workspace_id = $44::uuid
                        and a.id = me.id
                    ) l
                    left join lexeme_frequencies q on q.workspace_id = $45::uuid
                    and q.lexeme = l.lexeme
                  where
                    position(left(l.lexeme, greatest(length(l.lexeme) - 1, 4)) in names) = 0
                    and coalesce(q.frequency, 1) <= (
                      select
                        sqrt(w.memories)
                      from
                        workspace_statistics w
                      where
                        w.workspace_id = $46::uuid
                    )
                )
              end
            from
              (
                select
                  - (e.embedding <#> me.embedding) cosine
                from
                  memory_embeddings e
                where
                  e.workspace_id = $47::uuid
                  and e.model = $48::text
                  and e.memory_id = f.id
              ) e
          )
          or exists (
            select
            from
              judged j
            where
              j.me = f.me
              and j.id = f.id
              and j.discovery_method = $49::text
          )
        )
      end
  ),
  found_edge as materialized (
    select
      source_id,
      target_id,
      relationship_type,
      discovery_method,
      max(confidence) confidence,
      bool_or(me = source_id) by_source,
      bool_or(me = target_id) by_target
    from
      found
    group by
      1,
      2,
      3,
      4
  ),
  old as materialized (
    select distinct
      on (r.id) r.id,
      r.source_id,
      r.target_id,
      r.relationship_type,
      r.discovery_method,
      coalesce(r.discovered_type, r.relationship_type) discovered_type,
      r.discovered_type is not null retyped,
      coalesce(r.discovered_type, r.relationship_type) in ('references', 'related_to', 'similar_to') heuristic,
      r.found_by_source
      and not exists (
        select
        from
          me
        where
          me.id = r.source_id
      ) by_source,
      r.found_by_target
      and not exists (
        select
        from
          me
        where
          me.id = r.target_id
      ) by_target,
      case r.discovery_method
        when 'embedding_similarity' then coalesce(
          (
            select
              - (e.embedding <#> me.embedding) >= $50::float8
            from
              memory_embeddings e
            where
              e.workspace_id = $51::uuid
              and e.model = $52::text
              and e.memory_id = case
                when r.source_id = me.id then r.target_id
                else r.source_id
              end
          ),
          false
        )
        when 'concept_overlap' then s.concepts && t.concepts
        and (
          s.concepts <@ t.concepts
          and t.concepts <@ s.concepts
          or (
            r.relationship_type not in ('references', 'related_to', 'similar_to')
            or coalesce(
              (
                select
                  - (e.embedding <#> f.embedding)
                from
                  memory_embeddings e
                  join memory_embeddings f on f.workspace_id = $53::uuid
                  and f.model = $54::text
                  and f.memory_id = r.target_id
                where
                  e.workspace_id = $55::uuid
                  and e.model = $56::text
                  and e.memory_id = r.source_id
              ) >= case
                when r.discovery_method <> 'session_context' then ($57::float8 * (1 - 0.4 * least(1, 1)))
                when s.source_session_id = t.source_session_id then ($58::float8 * 0.5)
                else ($59::float8 * 0.8)
              end,
              true
            )
          )
        )
        when 'file_overlap' then (
          s.source_files && t.source_files
          and not exists (
            select
              1
            from
              document_sections x
              join document_sections y on y.workspace_id = x.workspace_id
              and y.document_id = x.document_id
            where
              x.workspace_id = s.workspace_id
              and x.memory_id = s.id
              and y.memory_id = t.id
          )
          and (
            s.source_files <@ t.source_files
            and t.source_files <@ s.source_files
            or (
              r.relationship_type not in ('references', 'related_to', 'similar_to')
              or coalesce(
                (
                  select
                    - (e.embedding <#> f.embedding)
                  from
                    memory_embeddings e
                    join memory_embeddings f on f.workspace_id = $60::uuid
                    and f.model = $61::text
                    and f.memory_id = r.target_id
                  where
                    e.workspace_id = $62::uuid
                    and e.model = $63::text
                    and e.memory_id = r.source_id
                ) >= case
                  when r.discovery_method <> 'session_context' then ($64::float8 * (1 - 0.4 * least(1, 1)))
                  when s.source_session_id = t.source_session_id then ($65::float8 * 0.5)
                  else ($66::float8 * 0.8)
                end,
                true
              )
            )
          )
          or exists (
            select
              1
            from
              document_sections x
              join document_sections y on y.workspace_id = x.workspace_id
              and y.document_id = x.document_id
              and abs(y.ordinal - x.ordinal) = 1
            where
              x.workspace_id = s.workspace_id
              and x.memory_id = s.id
              and y.memory_id = t.id
          )
        )
        and case
          when r.discovered_type is not null then true
          when r.relationship_type = 'references' then (
            t.source_files[1] <> s.source_files[1]
            and t.source_files[1] = any (s.source_files)
            and not s.source_files[1] = any (t.source_files)
          )
          when r.relationship_type = 'related_to' then not (
            t.source_files[1] <> s.source_files[1]
            and t.source_files[1] = any (s.source_files)
            and not s.source_files[1] = any (t.source_files)
          )
          and not (
            s.source_files[1] <> t.source_files[1]
            and s.source_files[1] = any (t.source_files)
            and not t.source_files[1] = any (s.source_files)
          )
          else true
        end
        else (
          r.relationship_type not in ('references', 'related_to', 'similar_to')
          or coalesce(
            (
              select
                - (e.embedding <#> f.embedding)
              from
                memory_embeddings e
                join memory_embeddings f on f.workspace_id = $67::uuid
                and f.model = $68::text
                and f.memory_id = r.target_id
              where
                e.workspace_id = $69::uuid
                and e.model = $70::text
                and e.memory_id = r.source_id
            ) >= case
              when r.discovery_method <> 'session_context' then ($71::float8 * (1 - 0.4 * least(1, 1)))
              when s.source_session_id = t.source_session_id then ($72::float8 * 0.5)
              else ($73::float8 * 0.8)
            end,
            true
          )
        )
      end holds
    from
      me
      cross join lateral (
        select
          *
        from
          relationships
        where
          workspace_id = $74::uuid
          and source_id = me.id
          and discovery_method <> 'manual'
        union all
        select
          *
        from
          relationships
        where
          workspace_id = $75::uuid
          and target_id = me.id
          and discovery_method <> 'manual'
      ) r
      cross join lateral (
        select
          *
        from
          memories
        where
          workspace_id = $76::uuid
          and id = r.source_id
        limit
          1
      ) s
      cross join lateral (
        select
          *
        from
          memories
        where
          workspace_id = $77::uuid
          and id = r.target_id
        limit
          1
      ) t
    order by
      r.id,
      me.id
  ),
  lost as materialized (
    select
      o.*
    from
      old o
    where
      not exists (
        select
        from
          found_edge f
        where
          f.discovery_method = o.discovery_method
          and f.relationship_type = o.discovered_type
          and (
            (
              f.source_id = o.source_id
              and f.target_id = o.target_id
            )
            or (
              o.retyped
              and f.source_id = o.target_id
              and f.target_id = o.source_id
            )
          )
      )
  ),
  gone as (
    delete from relationships r using lost l
    where
      r.workspace_id = $78::uuid
      and r.id = l.id
      and (
        not l.holds
        or (
          l.heuristic
          and not l.by_source
          and not l.by_target
        )
      )
  ),
  left_to_other as (
    update relationships r
    set
      found_by_source = l.by_source,
      found_by_target = l.by_target
    from
      lost l
    where
      r.workspace_id = $79::uuid
      and r.id = l.id
      and l.holds
      and l.heuristic
      and (
        l.by_source
        or l.by_target
      )
      and (
        r.found_by_source <> l.by_source
        or r.found_by_target <> l.by_target
      )
  ),
  written as (
    insert into
      relationships as r (
        workspace_id,
        id,
        source_id,
        target_id,
        relationship_type,
        discovery_method,
        confidence,
        is_bidirectional,
        created_at,
        found_by_source,
        found_by_target
      )
    select
      $80::uuid,
      gen_random_uuid(),
      source_id,
      target_id,
      relationship_type,
      discovery_method,
      confidence,
      relationship_type <> 'references',
      $81::timestamptz,
      by_source,
      by_target
    from
      found_edge f
    where
      not exists (
        select
        from
          old o
        where
          o.retyped
          and f.discovery_method = o.discovery_method
          and f.relationship_type = o.discovered_type
          and (
            (
              f.source_id = o.source_id
              and f.target_id = o.target_id
            )
            or (
              o.retyped
              and f.source_id = o.target_id
              and f.target_id = o.source_id
            )
          )
      )
    order by
      source_id,
      target_id,
      relationship_type,
      discovery_method
    on conflict (workspace_id, source_id, target_id, relationship_type, discovery_method)
    where
      discovery_method <> 'manual' do update
    set
      confidence = excluded.confidence,
      found_by_source = excluded.found_by_source
      or (
        r.found_by_source
        and not exists (
          select
          from
            me
          where
            me.id = r.source_id
        )
      ),
      found_by_target = excluded.found_by_target
      or (
        r.found_by_target
        and not exists (
          select
          from
            me
          where
            me.id = r.target_id
        )
      )
    where
      r.confidence <> excluded.confidence
      or excluded.found_by_source > r.found_by_source
      or excluded.found_by_target > r.found_by_target
      or (
        r.found_by_source > excluded.found_by_source
        and exists (
          select
          from
            me
          where
            me.id = r.source_id
        )
      )
      or (
        r.found_by_target > excluded.found_by_target
        and exists (
          select
          from
            me
          where
            me.id = r.target_id
        )
      )
  ),
  marked as (
    update memory_counters c
    set
      discovered_digest = me.content_digest,
      discovered_at = $82::timestamptz
    from
      me
    where
      $83::bool
      and c.workspace_id = $84::uuid
      and c.memory_id = me.id
  )
select
  (me.id)::text as "id",
  (me.content_digest)::text as "contentDigest",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('id', id, 'method', discovery_method, 'confidence', confidence)
            order by
              confidence desc,
              id
          ),
          '[]'
        )
      from
        (
          select
            *
          from
            (
              select distinct
                on (id) id,
                discovery_method,
                confidence
              from
                found f
              where
                f.me = me.id
              order by
                id,
                confidence desc,
                discovery_method
            ) best
          order by
            confidence desc,
            id
          limit
            3
        ) n
    )
  )::text as "nearest"
from
  me
order by
  me.id
  /* planned once */
