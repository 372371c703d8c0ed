-- Documents, the memories that are their sections, and uploads of many documents.
create table documents (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  -- What makes it the same document when it is ingested again: its source, or else its kind and title.
  identity text not null,
  title text not null,
  source text,
  memory_type text not null,
  document_type text,
  deliverable_id text,
  tags text[] not null default '{}',
  section_count int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, identity)
);
--> statement-breakpoint
create index on documents (workspace_id, created_at desc, id);
--> statement-breakpoint
create table document_sections (
  workspace_id uuid not null,
  document_id uuid not null,
  memory_id uuid not null,
  key text not null,
  ordinal int not null,
  heading_path text[] not null default '{}',
  section_hash text not null,
  primary key (workspace_id, memory_id),
  foreign key (workspace_id, document_id) references documents on delete cascade,
  foreign key (workspace_id, memory_id) references memories on delete cascade
);
--> statement-breakpoint
create index on document_sections (workspace_id, document_id, ordinal);
--> statement-breakpoint
create table document_uploads (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  object_key text not null unique,
  -- What every document of the upload gets that does not say otherwise.
  defaults jsonb not null default '{}',
  state text not null default 'waiting',
  -- Where the next step goes on; null before the first.
  position jsonb,
  documents int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  removed int not null default 0,
  error_count int not null default 0,
  errors jsonb not null default '[]',
  bytes_total bigint,
  failure text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  stepped_at timestamptz,
  completed_at timestamptz,
  primary key (workspace_id, id)
);
--> statement-breakpoint
create index on document_uploads (state, created_at) where state in ('waiting', 'processing');
