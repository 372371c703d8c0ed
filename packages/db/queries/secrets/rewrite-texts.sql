-- rewriteTexts in packages/db/src/secrets/rewrite-texts.ts

with
  attribute as (
    select
      attnum,
      attname::text name,
      format_type(atttypid, atttypmod) type
    from
      pg_attribute
    where
      attrelid = $1::text::regclass
      and attnum > 0
      and not attisdropped
      and attgenerated = ''
  ),
  key as (
    select
      a.name,
      a.type,
      u.place
    from
      pg_constraint c
      cross join lateral unnest(c.conkey) with ordinality u (attnum, place)
      join attribute a on a.attnum = u.attnum
    where
      c.conrelid = $2::text::regclass
      and c.contype = 'p'
  ),
  reference as (
    select
      c.confrelid::regclass::text target,
      json_agg(
        json_build_array(a.name, f.attname)
        order by
          u.place
      ) columns
    from
      pg_constraint c
      cross join lateral unnest(c.conkey, c.confkey) with ordinality u (here, there, place)
      join attribute a on a.attnum = u.here
      join pg_attribute f on f.attrelid = c.confrelid
      and f.attnum = u.there
    where
      c.conrelid = $3::text::regclass
      and c.contype = 'f'
      and c.confrelid <> 'workspaces'::regclass
    group by
      c.oid,
      c.confrelid
  )
select
  (
    (
      select
        json_agg(
          json_build_object('name', name, 'type', type)
          order by
            attnum
        )
      from
        attribute
    )
  )::text as "columns",
  (
    coalesce(
      (
        select
          json_agg(
            json_build_object('name', name, 'type', type)
            order by
              place
          )
        from
          key
      ),
      '[]'
    )
  )::text as "key",
  (
    coalesce(
      (
        select
          json_agg(json_build_object('table', target, 'columns', columns))
        from
          reference
      ),
      '[]'
    )
  )::text as "references"
