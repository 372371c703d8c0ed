-- authenticateMember in packages/db/src/keys/authenticate-member.ts

/* repeatable */
with
  mine as materialized (
    select
      workspace_id
    from
      memberships
    where
      issuer = $1::text
      and subject = $2::text
  ),
  named as materialized (
    select
      case
        when count(*) = 1 then min(workspace_id::text)
      end only_one,
      count(*)::int memberships
    from
      mine
  ),
  member as materialized (
    select
      workspace_id,
      scope,
      greatest(read_tat, now() + interval '1 second' * $3::float8) as time
    from
      memberships
    where
      issuer = $4::text
      and subject = $5::text
      and workspace_id::text = lower(
        coalesce(
          $6::text,
          (
            select
              only_one
            from
              named
          )
        )
      )
    for update
  ),
  fit as materialized (
    select
      case
        when floor(
          $7::float8 + 0.000001 - extract(
            epoch
            from
              member.time - now()
          )::float8 / $8::float8
        ) < 1 then 0
        else greatest(
          1,
          least(
            $9::int,
            floor(
              floor(
                $10::float8 + 0.000001 - extract(
                  epoch
                  from
                    member.time - now()
                )::float8 / $11::float8
              ) / 4
            )
          )
        )
      end::int granted,
      greatest(
        0,
        extract(
          epoch
          from
            member.time - now()
        )::float8 - $12::float8
      )::float8 wait
    from
      member
  ),
  charged as (
    update memberships m
    set
      last_used_at = now(),
      read_tat = member.time + fit.granted * interval '1 second' * $13::float8,
      calls = counted_calls (m.calls, fit.granted)
    from
      member,
      fit
    where
      m.workspace_id = member.workspace_id
      and issuer = $14::text
      and subject = $15::text
      and fit.granted > 0
  )
select
  named.memberships,
  member.scope,
  coalesce(fit.granted, 1) granted,
  coalesce(fit.wait, 0) wait,
  w.id::text workspace_id,
  w.language,
  w.secrets,
  s.model,
  coalesce(s.memories, 0) memories,
  coalesce(s.has_semantic_index, false) has_semantic_index,
  array_to_json(w.tombstone_salts)::text tombstone_salts,
  (
    select
      coalesce(
        json_agg(
          g.terms
          order by
            g.created_at,
            g.id
        ),
        '[]'
      )::text
    from
      glossary_groups g
    where
      g.workspace_id = w.id
  ) glossary
from
  named
  left join member on true
  left join fit on true
  left join workspaces w on w.id = member.workspace_id
  left join workspace_statistics s on s.workspace_id = w.id
