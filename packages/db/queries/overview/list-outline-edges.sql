-- listOutlineEdges in packages/db/src/overview/graph-outline.ts

with
  selected as materialized (
    select
      id,
      body::text body
    from
      (
        select
          r.id,
          json_build_array(r.source_id, r.target_id, r.relationship_type, round(r.confidence::numeric, 2)) body
        from
          relationships_after ($1::uuid, $2::uuid, $3::float8, $4::int) r
      ) s
  ),
  measured as (
    select
      id,
      body,
      count(*) over () total,
      octet_length(body) own,
      sum(octet_length(body) + 1) over (
        order by
          id rows unbounded preceding
      ) running
    from
      selected
  ),
  kept as (
    select
      id,
      body,
      total,
      div(running - own, 30000) part
    from
      measured
    where
      running <= 600000
      or running = own + 1
  )
select
  (
    '[' || string_agg(
      body,
      ','
      order by
        id
    ) || ']'
  )::text as "items",
  (
    (
      array_agg(
        id
        order by
          id desc
      )
    ) [1]
  )::text as "last",
  (count(*))::int as "size",
  (max(total))::int as "total"
from
  kept
group by
  part
order by
  part
