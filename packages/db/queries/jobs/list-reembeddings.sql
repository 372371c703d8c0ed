-- listReembeddings in packages/db/src/jobs/list-reembeddings.ts

select
  (w.id)::text as "workspace_id",
  (w.name)::text as "name",
  (s.next_model)::text as "model",
  (
    (
      select
        count(*)
      from
        memory_embeddings e
      where
        e.workspace_id = w.id
        and e.model = s.next_model
    )
  )::int as "done",
  (
    (
      select
        count(*)
      from
        memories m
      where
        m.workspace_id = w.id
    )
  )::int as "total",
  to_json(s.next_model_at) #>> '{}' as "at"
from
  workspace_statistics s
  join workspaces w on w.id = s.workspace_id
where
  s.next_model is not null
order by
  w.id
limit
  100
