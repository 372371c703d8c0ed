-- insertGlossaryGroup in packages/db/src/glossary/glossary-groups.ts

with
  room as materialized (
    select
      id
    from
      workspaces
    where
      id = $1::uuid
    for no key update
  ),
  checked as materialized (
    select
      case
        when bool_or(
          g.terms @> array(
            select
              jsonb_array_elements_text($2::jsonb)
          )
          and g.terms <@ array(
            select
              jsonb_array_elements_text($3::jsonb)
          )
        ) then 'known'
        when count(g.id) >= $4::int
        or coalesce(sum(octet_length(g.terms::text)), 0) + octet_length(
          array(
            select
              jsonb_array_elements_text($5::jsonb)
          )::text
        ) > 16384 then 'full'
        else 'inserted'
      end outcome
    from
      room
      left join glossary_groups g on g.workspace_id = room.id
  ),
  inserted as (
    insert into
      glossary_groups (workspace_id, id, terms, author, created_at)
    select
      $6::uuid,
      $7::uuid,
      array(
        select
          jsonb_array_elements_text($8::jsonb)
      ),
      $9::text,
      $10::timestamptz
    from
      checked
    where
      outcome = 'inserted'
  )
select
  (outcome)::text as "outcome"
from
  checked
