-- Contents that a model takes for no attempt, although it takes others: they are not sent to it again.
create table embedding_refusals (
  workspace_id uuid not null,
  memory_id uuid not null,
  model text not null,
  content_digest text not null,
  reason text not null,
  refused_at timestamptz not null,
  primary key (workspace_id, memory_id, model),
  foreign key (workspace_id, memory_id) references memories on delete cascade
);
