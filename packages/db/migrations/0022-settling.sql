-- Who settled a contradiction by this relationship; null of those that were declared otherwise.
alter table relationships add column settled_by text;
--> statement-breakpoint
-- Words that mean the same in a workspace, beside the glossary that comes along.
create table glossary_groups (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  terms text[] not null,
  author text,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
