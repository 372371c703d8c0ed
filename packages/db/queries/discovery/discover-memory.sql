-- discoverMemory in packages/db/src/discovery/discover-memory.ts

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
      left join memory_embeddings e on e.workspace_id = m.workspace_id
      and e.memory_id = m.id
      and e.model = $1::text
      and e.content_digest = m.content_digest
    where
      m.workspace_id = $2::uuid
      and m.id = $3::uuid
      and (
        m.content_hash = m.content_digest
        or not $4::bool
      )
      and (
        $5::bool
        or m.discovered_digest is distinct from m.content_digest
      )
    for no key update of
      m
  ),
  similar_memory as materialized (
    select
      e.memory_id id,
      - (
        e.embedding <#> (
          select
            embedding
          from
            me
        )
      ) cosine
    from
      memory_embeddings e
    where
      e.workspace_id = $6::uuid
      and e.model = $7::text
      and e.memory_id <> $8::uuid
      and exists (
        select
        from
          me
        where
          embedding is not null
      )
    order by
      (e.embedding) <#> (
        select
          embedding
        from
          me
      )
    limit
      5
  ),
  sharing_files_term as materialized (
    select
      t.term,
      held > 500 common,
      least(1, 20 / greatest(held, 1)::float8) weight
    from
      me
      cross join lateral unnest(me.source_files) t (term)
      cross join lateral (
        select
          count(*) held
        from
          (
            select
            from
              memories x
            where
              x.workspace_id = $9::uuid
              and x.source_files @> array[t.term]
            limit
              500 + 1
          ) x
      ) h
  ),
  sharing_files as materialized (
    select
      x.id,
      (
        select
          coalesce(sum(t.weight), 0)
        from
          sharing_files_term t
        where
          t.term = any (x.terms)
      ) shared
    from
      me
      cross join (
        select
          x.id,
          x.created_at,
          x.source_files terms
        from
          memories x
        where
          x.workspace_id = $10::uuid
          and x.source_files && (
            select
              coalesce(array_agg(term), '{}')
            from
              sharing_files_term
            where
              not common
          )
        union
        select
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
              x.workspace_id = $11::uuid
              and x.source_files @> array[t.term]
            order by
              x.created_at desc
            limit
              50
          ) x
        where
          t.common
      ) x
    where
      x.id <> me.id
    order by
      shared desc,
      x.created_at desc,
      x.id desc
    limit
      20
  ),
  sharing_concepts_term as materialized (
    select
      t.term,
      held > 500 common,
      least(1, 5 / greatest(held, 1)::float8) weight
    from
      me
      cross join lateral unnest(me.concepts) t (term)
      cross join lateral (
        select
          count(*) held
        from
          (
            select
            from
              memories x
            where
              x.workspace_id = $12::uuid
              and x.concepts @> array[t.term]
            limit
              500 + 1
          ) x
      ) h
  ),
  sharing_concepts as materialized (
    select
      x.id,
      (
        select
          coalesce(sum(t.weight), 0)
        from
          sharing_concepts_term t
        where
          t.term = any (x.terms)
      ) shared
    from
      me
      cross join (
        select
          x.id,
          x.created_at,
          x.concepts terms
        from
          memories x
        where
          x.workspace_id = $13::uuid
          and x.concepts && (
            select
              coalesce(array_agg(term), '{}')
            from
              sharing_concepts_term
            where
              not common
          )
        union
        select
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
              x.workspace_id = $14::uuid
              and x.concepts @> array[t.term]
            order by
              x.created_at desc
            limit
              50
          ) x
        where
          t.common
      ) x
    where
      x.id <> me.id
    order by
      shared desc,
      x.created_at desc,
      x.id desc
    limit
      20
  ),
  session_neighbour as materialized (
    (
      select
        x.id,
        0.6::float8 confidence
      from
        memories x
      where
        x.workspace_id = $15::uuid
        and x.source_session_id = (
          select
            source_session_id
          from
            me
        )
        and x.id <> (
          select
            id
          from
            me
        )
      order by
        x.created_at desc,
        x.id desc
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
              x.created_at - (
                select
                  created_at
                from
                  me
              )
          )
        )::float8 / 1800 confidence
      from
        (
          select
            x.id,
            x.created_at,
            x.source_session_id
          from
            memories x
          where
            x.workspace_id = $16::uuid
            and x.created_at >= (
              select
                created_at
              from
                me
            )
            and x.created_at <= (
              select
                created_at
              from
                me
            ) + interval '30 minutes'
            and exists (
              select
              from
                me
              where
                source_session_id is not null
            )
          order by
            x.created_at asc
          limit
            50
        ) x
      where
        x.source_session_id <> (
          select
            source_session_id
          from
            me
        )
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
              x.created_at - (
                select
                  created_at
                from
                  me
              )
          )
        )::float8 / 1800 confidence
      from
        (
          select
            x.id,
            x.created_at,
            x.source_session_id
          from
            memories x
          where
            x.workspace_id = $17::uuid
            and x.created_at < (
              select
                created_at
              from
                me
            )
            and x.created_at >= (
              select
                created_at
              from
                me
            ) - interval '30 minutes'
            and exists (
              select
              from
                me
              where
                source_session_id is not null
            )
          order by
            x.created_at desc
          limit
            50
        ) x
      where
        x.source_session_id <> (
          select
            source_session_id
          from
            me
        )
      order by
        x.created_at desc,
        x.id desc
      limit
        5
    )
  ),
  found as materialized (
    select
      greatest(id, $18::uuid) source_id,
      least(id, $19::uuid) target_id,
      'similar_to' relationship_type,
      'embedding_similarity' discovery_method,
      least(cosine, 1)::float8 confidence
    from
      similar_memory
    where
      cosine >= $20::float8
    union all
    select
      case
        when out_ref then $21::uuid
        when in_ref then id
        else greatest(id, $22::uuid)
      end,
      case
        when out_ref then id
        when in_ref then $23::uuid
        else least(id, $24::uuid)
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
          s.id,
          s.shared,
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
          me
          cross join (
            select
              f.id,
              f.shared
            from
              sharing_files f
            where
              not exists (
                select
                from
                  me
                  join document_sections own on own.workspace_id = $25::uuid
                  and own.memory_id = me.id
                  join document_sections n on n.workspace_id = own.workspace_id
                  and n.document_id = own.document_id
                  and n.memory_id = f.id
              )
            union all
            select
              n.memory_id,
              0.25::float8
            from
              me
              join document_sections own on own.workspace_id = $26::uuid
              and own.memory_id = me.id
              join document_sections n on n.workspace_id = own.workspace_id
              and n.document_id = own.document_id
              and n.ordinal in (own.ordinal - 1, own.ordinal + 1)
          ) s
          join memories o on o.workspace_id = $27::uuid
          and o.id = s.id
      ) f
    union all
    select
      greatest(id, $28::uuid),
      least(id, $29::uuid),
      'related_to',
      'concept_overlap',
      shared / (shared + 1)
    from
      sharing_concepts
    union all
    select
      greatest(id, $30::uuid),
      least(id, $31::uuid),
      'related_to',
      'session_context',
      confidence
    from
      session_neighbour
  ),
  old as materialized (
    select
      r.id,
      r.source_id,
      r.target_id,
      r.relationship_type,
      r.discovery_method,
      coalesce(r.discovered_type, r.relationship_type) discovered_type,
      r.discovered_type is not null retyped,
      coalesce(r.discovered_type, r.relationship_type) in ('references', 'related_to', 'similar_to') heuristic,
      case
        when r.source_id = $32::uuid then r.found_by_source
        else r.found_by_target
      end found_by_me,
      case
        when r.source_id = $33::uuid then r.found_by_target
        else r.found_by_source
      end found_by_other,
      case r.discovery_method
        when 'embedding_similarity' then coalesce(
          (
            select
              - (e.embedding <#> me.embedding) >= $34::float8
            from
              memory_embeddings e
            where
              e.workspace_id = $35::uuid
              and e.model = $36::text
              and e.memory_id = case
                when r.source_id = $37::uuid then r.target_id
                else r.source_id
              end
          ),
          false
        )
        when 'concept_overlap' then s.concepts && t.concepts
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
        else true
      end holds
    from
      me
      cross join (
        select
          *
        from
          relationships
        where
          workspace_id = $38::uuid
          and source_id = $39::uuid
          and discovery_method <> 'manual'
        union all
        select
          *
        from
          relationships
        where
          workspace_id = $40::uuid
          and target_id = $41::uuid
          and discovery_method <> 'manual'
      ) r
      cross join lateral (
        select
          *
        from
          memories
        where
          workspace_id = $42::uuid
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
          workspace_id = $43::uuid
          and id = r.target_id
        limit
          1
      ) t
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
          found f
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
      r.workspace_id = $44::uuid
      and r.id = l.id
      and (
        not l.holds
        or (
          l.heuristic
          and not l.found_by_other
        )
      )
  ),
  left_to_other as (
    update relationships r
    set
      found_by_source = r.found_by_source
      and r.source_id <> $45::uuid,
      found_by_target = r.found_by_target
      and r.target_id <> $46::uuid
    from
      lost l
    where
      r.workspace_id = $47::uuid
      and r.id = l.id
      and l.holds
      and l.heuristic
      and l.found_by_other
      and l.found_by_me
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
      $48::uuid,
      gen_random_uuid(),
      source_id,
      target_id,
      relationship_type,
      discovery_method,
      confidence,
      relationship_type <> 'references',
      $49::timestamptz,
      source_id = $50::uuid,
      target_id = $51::uuid
    from
      found f
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
      found_by_source = r.found_by_source
      or excluded.found_by_source,
      found_by_target = r.found_by_target
      or excluded.found_by_target
    where
      r.confidence <> excluded.confidence
      or excluded.found_by_source > r.found_by_source
      or excluded.found_by_target > r.found_by_target
  ),
  marked as (
    update memories m
    set
      discovered_digest = m.content_digest,
      discovered_at = $52::timestamptz
    from
      me
    where
      $53::bool
      and m.workspace_id = $54::uuid
      and m.id = me.id
  )
select
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
                on (other) other id,
                discovery_method,
                confidence
              from
                (
                  select
                    case
                      when source_id = $55::uuid then target_id
                      else source_id
                    end other,
                    discovery_method,
                    confidence
                  from
                    found
                ) f
              order by
                other,
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
