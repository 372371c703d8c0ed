-- readSessionTrace in packages/db/src/overview/read-session-trace.ts

with
  s as (
    select
      *
    from
      sessions
    where
      workspace_id = $1::uuid
      and session_id = $2::text
  ),
  d as (
    select
      id,
      sum(n)::int observations
    from
      (
        select
          ms.memory_id id,
          1 n
        from
          observations o
          join memory_sources ms on ms.workspace_id = o.workspace_id
          and ms.observation_id = o.id
        where
          o.workspace_id = $3::uuid
          and o.session_row_id in (
            select
              id
            from
              s
          )
        union all
        select
          m.id,
          0
        from
          memories m
        where
          m.workspace_id = $4::uuid
          and m.source_session_id in (
            select
              session_id
            from
              s
          )
      ) x
    group by
      id
  )
select
  (
    json_build_object(
      'memory',
      m.id::text,
      'title',
      left(m.title, 300),
      'memory_type',
      m.memory_type,
      'created_at',
      m.created_at
    )
  )::text as "item",
  (d.observations)::int as "observations"
from
  d
  join memories m on m.workspace_id = $5::uuid
  and m.id = d.id
order by
  m.created_at,
  m.id
limit
  200

with
  s as (
    select
      *
    from
      sessions
    where
      workspace_id = $1::uuid
      and session_id = $2::text
  ),
  t as (
    select
      r.ref,
      min(o.occurred_at) told_at,
      (
        array_agg(
          split_part(o.content, ':', 1)
          order by
            o.occurred_at
        )
      ) [1] wanted,
      s.session_id,
      s.id session_row_id
    from
      s
      join observations o on o.workspace_id = s.workspace_id
      and o.session_row_id = s.id
      and o.kind = 'injection'
      cross join lateral regexp_split_to_table(
        substring(
          o.content
          from
            ':(.*)'
        ),
        '[,[:space:]]+'
      ) r (ref)
    where
      r.ref <> ''
    group by
      r.ref,
      s.session_id,
      s.id
    limit
      200
  )
select
  (
    json_build_object(
      'memory',
      m.id::text,
      'title',
      left(m.title, 300),
      'memory_type',
      m.memory_type,
      'created_at',
      m.created_at
    )
  )::text as "item",
  to_json(t.told_at) #>> '{}' as "told_at",
  (t.wanted)::text as "wanted",
  (
    case
      when exists (
        select
        from
          feedback f
        where
          f.workspace_id = m.workspace_id
          and f.memory_id = m.id
          and f.session_id = t.session_id
          and f.useful
      ) then 'voted'
      when u.named then 'named'
      when u.edited then 'its file was changed'
      when u.said then 'its words were said'
    end
  )::text as "used"
from
  t
  join memories m on m.workspace_id = $3::uuid
  and m.id::text = t.ref
  cross join lateral (
    select
      array(
        select distinct
          w[1]
        from
          regexp_matches(lower(m.title), '[[:alnum:]_]{5,}', 'g') w
      ) words
  ) v
  cross join lateral (
    select
      coalesce(bool_or(position(t.ref in o.content) > 0), false) named,
      coalesce(
        bool_or(
          o.kind = 'edit'
          and o.files && m.source_files
        ),
        false
      ) edited,
      coalesce(
        bool_or(
          o.kind = 'assistant_message'
          and (
            select
              count(*) >= 2
              and count(*) * 2 >= cardinality(v.words)
            from
              unnest(v.words) word
            where
              position(word in lower(o.content)) > 0
          )
        ),
        false
      ) said
    from
      observations o
    where
      o.workspace_id = $4::uuid
      and o.session_row_id = t.session_row_id
      and o.kind in ('assistant_message', 'edit')
      and o.occurred_at >= t.told_at
  ) u
order by
  t.told_at,
  m.id
