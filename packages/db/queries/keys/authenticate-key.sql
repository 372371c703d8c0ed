-- authenticateKey in packages/db/src/keys/authenticate-key.ts

/* repeatable */
with
  key as materialized (
    select
      workspace_id,
      id,
      name,
      scope,
      greatest(read_tat, now() + interval '1 second' * $1::float8) as time
    from
      api_keys
    where
      key_hash = $2::text
      and revoked_at is null
      and (
        expires_at is null
        or expires_at > now()
      )
    for update
  ),
  shared as materialized (
    select
      w.id,
      greatest(w.relationship_tat, now() + interval '1 second' * $3::float8) as time
    from
      workspaces w
    where
      $4::bool
      and w.id = (
        select
          workspace_id
        from
          key
      )
    for update
  ),
  fit as materialized (
    select
      case
        when least(
          floor(
            $5::float8 + 0.000001 - extract(
              epoch
              from
                key.time - now()
            )::float8 / $6::float8
          ),
          (
            select
              floor(
                $7::float8 + 0.000001 - extract(
                  epoch
                  from
                    shared.time - now()
                )::float8 / $8::float8
              )
            from
              shared
          )
        ) < 1 then 0
        else greatest(
          1,
          least(
            $9::int,
            floor(
              least(
                floor(
                  $10::float8 + 0.000001 - extract(
                    epoch
                    from
                      key.time - now()
                  )::float8 / $11::float8
                ),
                (
                  select
                    floor(
                      $12::float8 + 0.000001 - extract(
                        epoch
                        from
                          shared.time - now()
                      )::float8 / $13::float8
                    )
                  from
                    shared
                )
              ) / 4
            )
          )
        )
      end::int granted,
      greatest(
        greatest(
          0,
          extract(
            epoch
            from
              key.time - now()
          )::float8 - $14::float8
        ),
        (
          select
            greatest(
              0,
              extract(
                epoch
                from
                  shared.time - now()
              )::float8 - $15::float8
            )
          from
            shared
        )
      )::float8 wait
    from
      key
  ),
  charged as (
    update api_keys k
    set
      last_used_at = now(),
      read_tat = key.time + fit.granted * interval '1 second' * $16::float8,
      calls = counted_calls (k.calls, fit.granted)
    from
      key,
      fit
    where
      k.workspace_id = key.workspace_id
      and k.id = key.id
      and fit.granted > 0
  ),
  charged_workspace as (
    update workspaces w
    set
      relationship_tat = shared.time + fit.granted * interval '1 second' * $17::float8
    from
      shared,
      fit
    where
      w.id = shared.id
      and fit.granted > 0
  )
select
  key.id::text key_id,
  key.name author,
  key.scope,
  fit.granted,
  fit.wait,
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
  key
  cross join fit
  join workspaces w on w.id = key.workspace_id
  left join workspace_statistics s on s.workspace_id = key.workspace_id /* planned once */
