-- Observations and what they became, what is still to be done for a session's summary, the importance that people gave,
-- and a record of the types that were changed.
alter table sessions
  -- 'caller' when a person or an agent wrote the summary: no job overwrites that.
  add column summary_origin text check (summary_origin in ('caller', 'job')),
  add column last_sign_of_life timestamptz,
  add column observation_count int not null default 0,
  -- How many observations there were when a summary was last asked for, and when it was last made (null: never).
  add column requested_count int,
  add column summarized_count int,
  -- When the sweep is to ask for a summary again; null when nothing is outstanding.
  add column summary_due_at timestamptz,
  add column summary_attempts int not null default 0;
--> statement-breakpoint
update sessions set last_sign_of_life = coalesce(ended_at, started_at);
--> statement-breakpoint
alter table sessions alter column last_sign_of_life set not null;
--> statement-breakpoint
-- Neither holds the time that the sweep compares, so that a sign of life changes no index.
create index sessions_active on sessions (workspace_id) where is_active;
--> statement-breakpoint
create index sessions_summary_due on sessions (workspace_id) where summary_due_at is not null;
--> statement-breakpoint
create index on sessions (workspace_id, project_name, started_at desc);
--> statement-breakpoint
create table observations (
  workspace_id uuid not null,
  id uuid not null,
  session_row_id uuid not null,
  event_id text,
  kind text,
  tool_name text,
  files text[] not null default '{}',
  content text not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  processed_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, session_row_id) references sessions on delete cascade
);
--> statement-breakpoint
create unique index observations_event on observations (workspace_id, session_row_id, event_id) where event_id is not null;
--> statement-breakpoint
create index on observations (workspace_id, session_row_id, occurred_at, id);
--> statement-breakpoint
create index observations_pending on observations (workspace_id, created_at) where processed_at is null;
--> statement-breakpoint
-- Which observations a memory was drawn from.
create table memory_sources (
  workspace_id uuid not null,
  memory_id uuid not null,
  observation_id uuid not null,
  primary key (workspace_id, memory_id, observation_id),
  foreign key (workspace_id, memory_id) references memories on delete cascade,
  foreign key (workspace_id, observation_id) references observations on delete cascade
);
--> statement-breakpoint
create index on memory_sources (workspace_id, observation_id);
--> statement-breakpoint
-- What a person gave, once a recalculation has changed importance_score; null while that still is what a person gave.
-- `judged_digest` is the content whose type a model has judged already.
alter table memories add column base_importance float8, add column judged_digest text;
--> statement-breakpoint
create index on memories (workspace_id, content_digest);
--> statement-breakpoint
create index on memories (workspace_id, memory_type, created_at desc);
--> statement-breakpoint
-- The same words whatever their case and spacing: what a consolidation merges.
create function memory_text_key(title text, narrative text) returns text language sql immutable parallel safe
  return md5(lower(btrim(regexp_replace(title || ' ' || narrative, '\s+', ' ', 'g'))));
--> statement-breakpoint
create index memories_text_key on memories (workspace_id, memory_text_key(title, narrative));
--> statement-breakpoint
-- Described and argued in packages/core/README.md. Within 0..1; never falls when base, confidence, positive feedback or
-- use grow, never grows with negative feedback or idle days; 0.5 stays 0.5 for a new memory of confidence 0.5.
-- Scores are rounded first: PostgreSQL refuses a product that is too small for a float.
create function recalculated_importance(base float8, confidence float8, positive int, negative int, accesses int, retrievals int, idle_days int)
  returns float8 language sql immutable parallel safe
  return (select round((b + push * case when push > 0 then 1 - b else b end)::numeric, 3)::float8
  from (select round(base::numeric, 6)::float8 b, least(1, greatest(-1,
    0.6 * (positive - negative)::float8 / (positive::float8 + negative + 4)
    + 0.25 * (1 - 1 / (1 + accesses / 10.0::float8 + retrievals / 100.0::float8))
    + 0.15 * (2 * round(confidence::numeric, 6)::float8 - 1)
    - 0.25 * (idle_days / (idle_days + 365.0::float8)))) push) p);
--> statement-breakpoint
-- A relationship whose type was changed keeps the one that discovery gave, so that discovery knows it again.
alter table relationships add column discovered_type text, add column judged_at timestamptz;
--> statement-breakpoint
-- Types that a job gave to memories and relationships: what, from, to, why. Undone ones are not made again.
create table type_changes (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  memory_id uuid,
  relationship_id uuid,
  from_type text not null,
  to_type text not null,
  -- A relationship whose ends were exchanged with its type.
  is_reversed bool not null default false,
  method text not null check (method in ('nearest_neighbours', 'model')),
  reason text not null,
  confidence float8 not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (workspace_id, id),
  check ((memory_id is null) <> (relationship_id is null)),
  foreign key (workspace_id, memory_id) references memories on delete cascade,
  foreign key (workspace_id, relationship_id) references relationships on delete cascade
);
--> statement-breakpoint
create index on type_changes (workspace_id, memory_id) where memory_id is not null;
--> statement-breakpoint
create index on type_changes (workspace_id, relationship_id) where relationship_id is not null;
