-- hasMigration in packages/db/src/transfer/read-schema-version.ts

select
  (
    exists (
      select
      from
        schema_migrations
      where
        name = $1
    )
  )::bool as "found" /* planned once */
