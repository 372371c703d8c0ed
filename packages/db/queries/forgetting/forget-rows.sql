-- forgetRows in packages/db/src/forgetting/forget-rows.ts

select distinct
  (s.document_id)::text as "id"
from
  document_sections s
where
  s.workspace_id = $1::uuid
  and s.memory_id = any ($2::uuid[])

with
  changed as (
    delete from memory_changes c
    where
      c.workspace_id = $1::uuid
      and (
        c.memory_row_id = any ($2::uuid[])
        or exists (
          select
          from
            jsonb_path_query(c.before, 'strict $.**') v (value)
          where
            jsonb_typeof(v.value) = 'string'
            and exists (
              select
              from
                (
                  select
                    plain_text (v.value #>> '{}') plain
                  offset
                    0
                ) t,
                unnest(
                  (
                    select
                      array_agg(plain_text (g.phrase))
                    from
                      jsonb_array_elements_text($3::jsonb) g (phrase)
                  )
                ) p (phrase)
              where
                position(p.phrase in t.plain) > 0
            )
        )
      )
    returning
      1
  ),
  rated as (
    update feedback f
    set
      context = null
    where
      f.workspace_id = $4::uuid
      and exists (
        select
        from
          (
            select
              plain_text (f.context) plain
            offset
              0
          ) t,
          unnest(
            (
              select
                array_agg(plain_text (g.phrase))
              from
                jsonb_array_elements_text($5::jsonb) g (phrase)
            )
          ) p (phrase)
        where
          position(p.phrase in t.plain) > 0
      )
    returning
      1
  ),
  related as (
    update relationships r
    set
      context = null
    where
      r.workspace_id = $6::uuid
      and exists (
        select
        from
          (
            select
              plain_text (r.context) plain
            offset
              0
          ) t,
          unnest(
            (
              select
                array_agg(plain_text (g.phrase))
              from
                jsonb_array_elements_text($7::jsonb) g (phrase)
            )
          ) p (phrase)
        where
          position(p.phrase in t.plain) > 0
      )
    returning
      1
  ),
  replied as (
    delete from idempotent_replies i
    where
      i.workspace_id = $8::uuid
      and (
        exists (
          select
          from
            (
              select
                plain_text (i.body) plain
              offset
                0
            ) t,
            unnest(
              (
                select
                  array_agg(plain_text (g.phrase))
                from
                  jsonb_array_elements_text($9::jsonb) g (phrase)
              )
            ) p (phrase)
          where
            position(p.phrase in t.plain) > 0
        )
        or exists (
          select
          from
            unnest(
              array(
                select
                  jsonb_array_elements_text($10::jsonb)
              )
            ) n (name)
          where
            position(n.name in i.body) > 0
        )
      )
    returning
      1
  ),
  attempted as (
    delete from job_attempts a
    where
      a.workspace_id = $11::uuid
      and a.payload ->> 'memoryId' = any (
        array(
          select
            jsonb_array_elements_text($12::jsonb)
        )
      )
    returning
      1
  ),
  titled as (
    update documents d
    set
      title = coalesce(d.source, 'Untitled')
    where
      d.workspace_id = $13::uuid
      and exists (
        select
        from
          (
            select
              plain_text (d.title) plain
            offset
              0
          ) t,
          unnest(
            (
              select
                array_agg(plain_text (g.phrase))
              from
                jsonb_array_elements_text($14::jsonb) g (phrase)
            )
          ) p (phrase)
        where
          position(p.phrase in t.plain) > 0
      )
    returning
      1
  ),
  headed as (
    update document_sections h
    set
      heading_path = '{}'
    where
      h.workspace_id = $15::uuid
      and exists (
        select
        from
          (
            select
              plain_text (array_to_string(h.heading_path, ' ')) plain
            offset
              0
          ) t,
          unnest(
            (
              select
                array_agg(plain_text (g.phrase))
              from
                jsonb_array_elements_text($16::jsonb) g (phrase)
            )
          ) p (phrase)
        where
          position(p.phrase in t.plain) > 0
      )
    returning
      1
  ),
  gone as (
    delete from memories m
    where
      m.workspace_id = $17::uuid
      and m.id = any ($18::uuid[])
      and (
        select
          set_config('memory.change', $19::text, true)
      ) is not null
    returning
      1
  )
select
  (
    (
      select
        count(*)
      from
        changed
    )
  )::int as "changes",
  (
    (
      select
        count(*)
      from
        rated
    ) + (
      select
        count(*)
      from
        related
    )
  )::int as "contexts",
  (
    (
      select
        count(*)
      from
        replied
    )
  )::int as "replies",
  (
    (
      select
        count(*)
      from
        titled
    )
  )::int as "documents",
  (
    (
      select
        count(*)
      from
        gone
    )
  )::int as "memories"
