-- countForgottenPlaces in packages/db/src/forgetting/forgotten-places.ts

select
  (
    (
      select
        count(*)
      from
        observations o
      where
        o.workspace_id = $1::uuid
        and (
          o.id in (
            select
              c.observation_id
            from
              memory_sources c
            where
              c.workspace_id = $2::uuid
              and c.memory_id = any ($3::uuid[])
          )
          or o.session_row_id in (
            select
              s.id
            from
              sessions s
            where
              s.workspace_id = $4::uuid
              and s.session_id = $5::text
          )
          or exists (
            select
            from
              (
                select
                  plain_text (o.content) plain
                offset
                  0
              ) t,
              unnest(
                (
                  select
                    array_agg(plain_text (g.phrase))
                  from
                    jsonb_array_elements_text($6::jsonb) g (phrase)
                )
              ) p (phrase)
            where
              position(p.phrase in t.plain) > 0
          )
        )
    )
  )::int as "observations",
  (
    (
      select
        count(*)
      from
        sessions s
      where
        s.workspace_id = $7::uuid
        and (
          s.session_id = $8::text
          or exists (
            select
            from
              (
                select
                  plain_text (s.summary) plain
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
              (
                select
                  plain_text (s.metadata_json::text) plain
                offset
                  0
              ) t,
              unnest(
                (
                  select
                    array_agg(plain_text (g.phrase))
                  from
                    jsonb_array_elements_text($10::jsonb) g (phrase)
                )
              ) p (phrase)
            where
              position(p.phrase in t.plain) > 0
          )
        )
    )
  )::int as "summaries",
  (
    (
      select
        count(*)
      from
        memory_changes c
      where
        c.workspace_id = $11::uuid
        and (
          c.memory_row_id = any ($12::uuid[])
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
                        jsonb_array_elements_text($13::jsonb) g (phrase)
                    )
                  ) p (phrase)
                where
                  position(p.phrase in t.plain) > 0
              )
          )
        )
    )
  )::int as "changes",
  (
    (
      select
        count(*)
      from
        feedback f
      where
        f.workspace_id = $14::uuid
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
                  jsonb_array_elements_text($15::jsonb) g (phrase)
              )
            ) p (phrase)
          where
            position(p.phrase in t.plain) > 0
        )
    ) + (
      select
        count(*)
      from
        relationships r
      where
        r.workspace_id = $16::uuid
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
                  jsonb_array_elements_text($17::jsonb) g (phrase)
              )
            ) p (phrase)
          where
            position(p.phrase in t.plain) > 0
        )
    )
  )::int as "contexts",
  (
    (
      select
        count(*)
      from
        idempotent_replies i
      where
        i.workspace_id = $18::uuid
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
                    jsonb_array_elements_text($19::jsonb) g (phrase)
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
                    jsonb_array_elements_text($20::jsonb)
                )
              ) n (name)
            where
              position(n.name in i.body) > 0
          )
        )
    )
  )::int as "replies",
  (
    (
      select
        count(*)
      from
        documents d
      where
        d.workspace_id = $21::uuid
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
                  jsonb_array_elements_text($22::jsonb) g (phrase)
              )
            ) p (phrase)
          where
            position(p.phrase in t.plain) > 0
        )
    )
  )::int as "documents"
