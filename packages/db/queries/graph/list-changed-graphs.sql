-- listChangedGraphs in packages/db/src/graph/graph-changes.ts

with
  gone as (
    delete from graph_changes g
    where
      not exists (
        select
        from
          workspaces w
        where
          w.id = g.workspace_id
      )
  )
select
  (g.workspace_id)::text as "id"
from
  graph_changes g
  join workspaces w on w.id = g.workspace_id
group by
  g.workspace_id
having
  (
    max(g.changed_at) < $1::timestamptz
    or min(g.changed_at) < $2::timestamptz
  )
  and not bool_or(g.seen)
order by
  min(g.changed_at)
