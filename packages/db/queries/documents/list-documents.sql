-- listDocuments in packages/db/src/documents/documents.ts

with
  selected as materialized (
    select
      id,
      place,
      extra,
      body::text body
    from
      (
        select
          d.id,
          p.place,
          (
            select
              to_json(count(*))
            from
              documents
            where
              workspace_id = $1::uuid
              and (
                null::text is null
                or origin = null::text
              )
              and (
                null::text is null
                or starts_with(source, null::text)
              )
          ) extra,
          json_build_object(
            'id',
            d.id,
            'title',
            d.title,
            'source',
            d.source,
            'origin',
            d.origin,
            'memory_type',
            d.memory_type,
            'document_type',
            d.document_type,
            'deliverable_id',
            d.deliverable_id,
            'tags',
            d.tags,
            'section_count',
            d.section_count,
            'created_at',
            d.created_at,
            'updated_at',
            d.updated_at
          ) body
        from
          (
            select
              id,
              (
                row_number() over (
                  order by
                    created_at desc,
                    id
                )
              )::int place
            from
              documents
            where
              workspace_id = $2::uuid
              and (
                null::text is null
                or origin = null::text
              )
              and (
                null::text is null
                or starts_with(source, null::text)
              )
            order by
              created_at desc,
              id
            limit
              $3::int
            offset
              $4::int
          ) p
          join documents d on d.workspace_id = $5::uuid
          and d.id = p.id
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

select
  (count(*))::int as "count"
from
  documents
where
  workspace_id = $1::uuid
  and (
    null::text is null
    or origin = null::text
  )
  and (
    null::text is null
    or starts_with(source, null::text)
  )
