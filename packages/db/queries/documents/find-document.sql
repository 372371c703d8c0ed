-- findDocument in packages/db/src/documents/documents.ts

select
  (
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
    )
  )::text as "document",
  (s.body)::text as "section"
from
  documents d
  left join lateral (
    select
      json_build_object(
        'memory',
        json_build_object('id', m.id, 'memory_id', m.memory_id),
        'title',
        m.title,
        'heading_path',
        s.heading_path
      ) body
    from
      document_sections s
      join memories m on m.workspace_id = s.workspace_id
      and m.id = s.memory_id
    where
      s.workspace_id = d.workspace_id
      and s.document_id = d.id
    order by
      s.ordinal,
      s.memory_id
    limit
      $1::int
    offset
      $2::int
  ) s on true
where
  d.workspace_id = $3::uuid
  and d.id = $4::uuid
