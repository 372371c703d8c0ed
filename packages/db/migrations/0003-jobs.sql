-- What the job pipeline keeps between jobs: how much has changed since the last upkeep, the model that is being prepared,
-- who found a discovered relationship, and the budgets of the text generator.
alter table workspace_statistics
  -- Memories embedded with new content since the statistics were refreshed, and since the lexical embedder was trained.
  add column changes int not null default 0,
  add column changes_since_training int not null default 0,
  -- Memories that the trained version was made for; 0 before the first training.
  add column trained_memories int not null default 0,
  -- The model that the workspace is being embedded with; searches use it once every memory has its vector.
  add column next_model text,
  -- The last sign of life of that.
  add column next_model_at timestamptz,
  -- When upkeep was last asked for: one message for a burst of writes.
  add column upkeep_asked_at timestamptz;
--> statement-breakpoint
-- A pair has one row whichever end finds it, and keeps it until neither does: which ends do.
alter table relationships
  add column found_by_source bool not null default false,
  add column found_by_target bool not null default false;
--> statement-breakpoint
-- Tokens of the text generator by workspace and UTC day: reserved before a call, settled after it.
create table llm_budgets (
  workspace_id uuid not null references workspaces on delete cascade,
  day date not null,
  reserved int not null default 0,
  used int not null default 0,
  primary key (workspace_id, day)
);
