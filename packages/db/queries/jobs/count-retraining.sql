-- countRetraining in packages/db/src/jobs/upkeep.ts

select
  (count(*))::int as "workspaces"
from
  workspace_statistics s
where
  s.next_model is not null
  or s.trained_memories = 0
  and s.memories >= $1::int
  and exists (
    select
    from
      lexical_snapshots l
    where
      l.workspace_id = s.workspace_id
      and octet_length(l.data) > 0
  )
