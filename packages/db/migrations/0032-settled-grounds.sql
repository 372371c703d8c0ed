-- What somebody said of a memory whose code changed, and what its anchors were before, so that it can be taken back.
create table ground_settlements (
  workspace_id uuid not null,
  id uuid not null,
  memory_id uuid not null,
  verdict text not null check (verdict in ('still_true', 'updated', 'obsolete')),
  context text,
  settled_by text not null,
  settled_at timestamptz not null,
  -- Anchors as they were: paths, names and hashes.
  anchors jsonb not null,
  -- The relationship by which another memory took its place.
  relationship_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, memory_id) references memories on delete cascade
);
--> statement-breakpoint
create index on ground_settlements (workspace_id, memory_id, settled_at);
