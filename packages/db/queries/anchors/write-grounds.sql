-- writeGrounds in packages/db/src/anchors/anchors-to-judge.ts

with
  stood as (
    select
      a.memory_id,
      count(*) n,
      count(*) filter (
        where
          a.verdict = 'gone'
      ) gone,
      count(*) filter (
        where
          a.verdict in ('changed', 'gone')
      ) changed,
      count(*) filter (
        where
          a.verdict = 'moved'
      ) moved,
      count(*) filter (
        where
          a.verdict = 'unknown'
      ) unknown,
      (
        array_agg(
          a
          order by
            array_position(array['gone', 'changed', 'moved', 'current', 'unknown'], a.verdict),
            a.path,
            a.name
        )
      ) [1] worst
    from
      memory_anchors a
    where
      a.workspace_id = $1::uuid
      and a.memory_id = any ($2::uuid[])
    group by
      a.memory_id
  ),
  judged as (
    select
      memory_id,
      case
        when gone = n then 'gone'
        when changed > 0 then 'changed'
        when moved > 0 then 'moved'
        when unknown = n then 'unknown'
        else 'current'
      end verdict,
      concat(
        case
          when (worst).kind = 'file' then concat('file ', (worst).path)
          else concat((worst).name, ' in ', (worst).path)
        end,
        case (worst).verdict
          when 'moved' then concat(
            ' → ',
            case
              when (worst).now_name <> (worst).name then concat((worst).now_name, ' in ')
            end,
            (worst).now_path
          )
          when 'changed' then case
            when (worst).now_path <> (worst).path then concat(', now in ', (worst).now_path)
            when (worst).part = 'signature' then ', its signature'
            else ''
          end
          else ''
        end,
        case
          when changed > 0
          and n > 1 then concat(' (', changed, ' of ', n, ')')
          else ''
        end
      ) what,
      concat_ws(', ', left((worst).commit_id, 7), to_char((worst).grounded_at at time zone 'UTC', 'YYYY-MM-DD')) since
    from
      stood
  ),
  said as (
    select
      memory_id,
      verdict,
      case verdict
        when 'gone' then concat('gone: ', what, ', there at ', since)
        when 'changed' then concat('changed since ', since, ': ', what)
        when 'moved' then concat('moved: ', what)
        when 'unknown' then concat('unknown: ', what, ' was indexed before this was kept')
        else 'current'
      end reason
    from
      judged
  )
update memory_grounds g
set
  verdict = s.verdict,
  reason = left(s.reason, 400),
  judged_at = case
    when g.verdict = s.verdict then g.judged_at
    else $3::timestamptz
  end
from
  said s
where
  g.workspace_id = $4::uuid
  and g.memory_id = s.memory_id
  and g.verdict <> 'obsolete'
  and (g.verdict, g.reason) is distinct from (s.verdict, left(s.reason, 400))
returning
  g.memory_id as id
