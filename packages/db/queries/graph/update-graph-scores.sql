-- updateGraphScores in packages/db/src/graph/update-graph-scores.ts

with
  input as materialized (
    select
      m.workspace_id,
      m.id,
      i.score,
      i.label
    from
      jsonb_to_recordset($1::jsonb) i (id uuid, score float8, label text)
      join memories m on m.workspace_id = $2::uuid
      and m.id = i.id
    order by
      m.id
    for no key update of
      m
  )
update memory_counters c
set
  pagerank_score = i.score,
  community_label = i.label
from
  input i
where
  c.workspace_id = i.workspace_id
  and c.memory_id = i.id
