-- writeBranchReport in packages/db/src/branches/write-branch-report.ts

insert into
  branches as b (workspace_id, project, name, tip, whole_id, commit_ids, pull, held_by, seen_at)
select
  $1::uuid,
  lower($2::text),
  i.name,
  i.tip,
  i.whole_id,
  i.commit_ids,
  i.pull,
  array[$3::text],
  $4::timestamptz
from
  jsonb_to_recordset($5::jsonb) i (name text, state text, tip text, whole_id text, commit_ids text[], pull int, is_witnessed boolean)
where
  i.state = 'open'
order by
  i.name
on conflict (workspace_id, name, project) do update
set
  tip = coalesce(excluded.tip, b.tip),
  whole_id = case
    when excluded.tip is null then b.whole_id
    else excluded.whole_id
  end,
  commit_ids = case
    when excluded.tip is null then b.commit_ids
    else excluded.commit_ids
  end,
  pull = coalesce(excluded.pull, b.pull),
  seen_at = excluded.seen_at,
  held_by = array(
    select
      unnest(b.held_by)
    union
    select
      $6::text
  )

with
  left_ as (
    update branches b
    set
      held_by = array_remove(b.held_by, $1::text)
    from
      jsonb_to_recordset($2::jsonb) i (name text, state text, tip text, whole_id text, commit_ids text[], pull int, is_witnessed boolean)
    where
      b.workspace_id = $3::uuid
      and b.project = lower($4::text)
      and b.name = i.name
      and i.state = 'gone'
    returning
      b.name,
      b.held_by
  ),
  e as (
    insert into
      branch_ends as e (workspace_id, project, name, ended_at, outcome)
    select
      $5::uuid,
      lower($6::text),
      i.name,
      case
        when i.state = 'trunk' then 'infinity'::timestamptz
        else $7::timestamptz
      end,
      case
        when i.state = 'gone' then 'abandoned'
        else 'merged'
      end
    from
      jsonb_to_recordset($8::jsonb) i (name text, state text, tip text, whole_id text, commit_ids text[], pull int, is_witnessed boolean)
      left join branches b on b.workspace_id = $9::uuid
      and b.project = lower($10::text)
      and b.name = i.name
    where
      i.state in ('merged', 'trunk')
      or (
        i.state = 'gone'
        and case
          when b.name is null then i.is_witnessed
          else b.held_by <@ array[$11::text]
          and (
            i.is_witnessed
            or b.held_by @> array[$12::text]
          )
        end
      )
    on conflict do nothing
    returning
      e.name,
      e.outcome,
      e.ended_at
  )
select
  (e.name)::text as "name",
  (e.outcome)::text as "outcome"
from
  e
where
  e.ended_at < 'infinity'
order by
  e.name

delete from branches b using jsonb_to_recordset($1::jsonb) i (name text, state text, tip text, whole_id text, commit_ids text[], pull int, is_witnessed boolean)
where
  b.workspace_id = $2::uuid
  and b.project = lower($3::text)
  and b.name = i.name
  and (
    i.state in ('merged', 'trunk')
    or (
      i.state = 'gone'
      and b.held_by = '{}'
    )
  )
