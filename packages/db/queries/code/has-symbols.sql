-- hasSymbols in packages/db/src/code/find-symbols.ts

select
  (
    exists (
      select
      from
        code_symbols
      where
        workspace_id = $1::uuid
    )
  )::bool as "found" /* planned once */
