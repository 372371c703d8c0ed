-- Branches that memories were stored on and that are neither merged nor gone, as somebody who stands in the repository saw them last.
create table branches (
  workspace_id uuid not null references workspaces on delete cascade,
  project text not null,
  name text not null,
  -- Hashes by which its commits are known again on the trunk.
  tip text,
  whole_id text,
  commit_ids text[] not null default '{}',
  pull int,
  -- Clones that have it, each by a digest.
  held_by text[] not null,
  seen_at timestamptz not null,
  primary key (workspace_id, name, project)
);
--> statement-breakpoint
-- What became of a branch: it concerns what was stored on it until then. A later branch of the same name is another one.
create table branch_ends (
  workspace_id uuid not null references workspaces on delete cascade,
  project text not null,
  name text not null,
  -- Infinite for a trunk: whatever is stored on it holds for everybody.
  ended_at timestamptz not null,
  outcome text not null check (outcome in ('merged', 'abandoned')),
  primary key (workspace_id, name, ended_at, project)
);
