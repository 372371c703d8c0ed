-- readWorkspaceOverview in packages/db/src/sessions/read-workspace-overview.ts

with
  typed as materialized (
    select
      m.memory_type name,
      count(*)::int n
    from
      memories m
    where
      m.workspace_id = $1::uuid
    group by
      1
  ),
  recent as materialized (
    select
      m.concepts,
      m.source_files,
      c.community_label
    from
      (
        select
          id,
          workspace_id,
          concepts,
          source_files
        from
          memories
        where
          workspace_id = $2::uuid
        order by
          created_at desc,
          id
        limit
          1000
      ) m
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
  )
select
  (
    (
      select
        coalesce(sum(n), 0)
      from
        typed
    )
  )::int as "memories",
  (
    (
      select
        count(*)
      from
        sessions s
      where
        s.workspace_id = $3::uuid
    )
  )::int as "sessions",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('name', f.name, 'count', f.n)
            order by
              f.n desc,
              f.name
          ),
          '[]'
        )
      from
        typed f
    )
  )::text as "types",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('name', f.name, 'count', f.n)
            order by
              f.n desc,
              f.name
          ),
          '[]'
        )
      from
        (
          select
            left(name, 200) name,
            count(*) n
          from
            (
              select
                community_label name
              from
                recent
            ) r
          where
            name is not null
          group by
            1
          having
            count(*) >= $4::int
          order by
            n desc,
            1
          limit
            $5::int
        ) f
    )
  )::text as "topics",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('name', f.name, 'count', f.n)
            order by
              f.n desc,
              f.name
          ),
          '[]'
        )
      from
        (
          select
            left(name, 200) name,
            count(*) n
          from
            recent r
            cross join lateral unnest(r.concepts) name
          where
            name is not null
          group by
            1
          having
            count(*) >= $6::int
          order by
            n desc,
            1
          limit
            $7::int
        ) f
    )
  )::text as "concepts",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('name', f.name, 'count', f.n)
            order by
              f.n desc,
              f.name
          ),
          '[]'
        )
      from
        (
          select
            left(name, 200) name,
            count(*) n
          from
            recent r
            cross join lateral unnest(r.source_files) name
          where
            name is not null
          group by
            1
          having
            count(*) >= $8::int
          order by
            n desc,
            1
          limit
            $9::int
        ) f
    )
  )::text as "files",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('title', left(l.title, 200), 'date', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD'))
            order by
              l.created_at desc,
              l.id
          ),
          '[]'
        )
      from
        (
          select
            m.id,
            m.title,
            m.created_at
          from
            memories m
          where
            m.workspace_id = $10::uuid
            and m.memory_type = $11::text
            and not exists (
              select
              from
                relationships r
              where
                r.workspace_id = $12::uuid
                and r.target_id = m.id
                and r.relationship_type = 'supersedes'
            )
          order by
            m.created_at desc,
            m.id
          limit
            3
        ) l
    )
  )::text as "decisions",
  (
    (
      select
        coalesce(
          json_agg(
            json_build_object('title', left(l.title, 200), 'date', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD'))
            order by
              l.created_at desc,
              l.id
          ),
          '[]'
        )
      from
        (
          select
            m.id,
            m.title,
            m.created_at
          from
            memories m
          where
            m.workspace_id = $13::uuid
            and m.memory_type = $14::text
            and not exists (
              select
              from
                relationships r
              where
                r.workspace_id = $15::uuid
                and r.target_id = m.id
                and r.relationship_type = 'supersedes'
            )
          order by
            m.created_at desc,
            m.id
          limit
            3
        ) l
    )
  )::text as "incidents"
