-- hasCodeWords in packages/db/src/code/has-code-words.ts

select
  (
    exists (
      select
      from
        code_files
      where
        workspace_id = $1::uuid
        and words && array(
          select
            jsonb_array_elements_text($2::jsonb)
        )
    )
  )::bool as "found" /* planned once */
