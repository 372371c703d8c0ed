-- deleteGlossaryGroup in packages/db/src/glossary/glossary-groups.ts

delete from glossary_groups g
where
  g.workspace_id = $1::uuid
  and g.id = $2::uuid
returning
  (g.id)::text as "id"
