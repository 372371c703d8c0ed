-- Background work that has been begun and is not done. What is still under way when it comes again ended its process.
create table job_attempts (
  workspace_id uuid not null references workspaces on delete cascade,
  job text not null,
  -- The ids that the message names; beside them it may say how, which is no other work.
  work text not null,
  payload jsonb not null,
  attempts int not null,
  under_way bool not null,
  begun_at timestamptz not null,
  last_error text,
  -- Given up: it is begun no more until an operator gives it back.
  dead_at timestamptz,
  primary key (workspace_id, job, work)
);
--> statement-breakpoint
create index job_attempts_dead on job_attempts (dead_at) where dead_at is not null;
