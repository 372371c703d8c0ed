-- readSchemaVersion in packages/db/src/transfer/read-schema-version.ts

select
  (max(name))::text as "name"
from
  schema_migrations
