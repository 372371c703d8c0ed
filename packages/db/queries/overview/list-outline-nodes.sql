-- listOutlineNodes in packages/db/src/overview/graph-outline.ts

with
  selected as materialized (
    select
      id,
      body::text body
    from
      (
        select
          m.id,
          json_build_array(
            m.id,
            left(m.title, 120),
            m.memory_type,
            round(m.importance_score::numeric, 2),
            c.community_label,
            floor(
              extract(
                epoch
                from
                  m.created_at
              )
            )
          ) body
        from
          memories_after ($1::uuid, $2::uuid, $3::int) m
          cross join lateral (
            select
              *
            from
              memory_counters c
            where
              c.workspace_id = m.workspace_id
              and c.memory_id = m.id
            offset
              0
          ) c
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
