-- deleteGlossaryGroup in packages/db/src/glossary/glossary-groups.ts

delete from glossary_groups g
where
  g.workspace_id = $1::uuid
  and g.terms @> array(
    select
      jsonb_array_elements_text($2::jsonb)
  )
  and g.terms <@ array(
    select
      jsonb_array_elements_text($3::jsonb)
  )
returning
  (g.id)::text as "id"
