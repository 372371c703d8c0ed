-- Workspaces, keys, memories with their counters, embeddings and relationships, sessions, feedback, idempotent replies.
-- Every key begins with workspace_id: a small workspace is a short range of every index, and a composite foreign key
-- cannot reach into another workspace. Measured choices: packages/db/README.md.
create extension if not exists vector;
--> statement-breakpoint
create extension if not exists btree_gin;
--> statement-breakpoint
create table workspaces (
  id uuid primary key,
  name text not null unique,
  language text not null default 'english',
  relationship_tat timestamptz not null default '-infinity',
  created_at timestamptz not null
);
--> statement-breakpoint
-- What a search must know before it starts; read with the key, in the authentication statement.
create table workspace_statistics (
  workspace_id uuid primary key references workspaces on delete cascade,
  memories int not null default 0,
  average_length real not null default 1,
  model text,
  has_semantic_index bool not null default false,
  refreshed_at timestamptz
);
--> statement-breakpoint
-- A "tat" is the theoretical arrival time of a leaky bucket (GCRA): one timestamp a bucket, nothing to refill.
create table api_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null,
  scope text not null check (scope in ('read', 'write', 'admin')),
  key_hash text not null unique,
  prefix text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  read_tat timestamptz not null default '-infinity',
  write_tat timestamptz not null default '-infinity',
  observation_tat timestamptz not null default '-infinity',
  primary key (workspace_id, id)
) with (fillfactor = 50);
--> statement-breakpoint
create table sessions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  session_id text not null unique,
  project_name text not null default '',
  branch_name text not null default '',
  user_id text,
  user_email text,
  is_active bool not null default true,
  started_at timestamptz not null,
  ended_at timestamptz,
  summary text,
  metadata_json jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, session_id)
);
--> statement-breakpoint
create index on sessions (workspace_id, started_at desc);
--> statement-breakpoint
create table memories (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  memory_id text not null unique,
  title text not null,
  narrative text not null,
  memory_type text not null default 'general',
  tags text[] not null default '{}',
  concepts text[] not null default '{}',
  source_files text[] not null default '{}',
  importance_score float8 not null default 0.5,
  confidence_score float8 not null default 0.5,
  -- Hash of what the embedding was made from, null until it is stored; content_digest is the hash of what stands here.
  content_hash text,
  content_digest text not null,
  discovered_digest text,
  discovered_at timestamptz,
  revision int not null default 1,
  is_consolidated bool not null default false,
  consolidated_from jsonb,
  pagerank_score float8,
  community_label text,
  source_session_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  search_text tsvector not null,
  term_count real not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, source_session_id) references sessions (workspace_id, session_id)
) with (toast_tuple_target = 8160);
--> statement-breakpoint
create index memories_search_text on memories using gin (workspace_id, search_text);
--> statement-breakpoint
create index memories_tags on memories using gin (workspace_id, tags);
--> statement-breakpoint
create index memories_concepts on memories using gin (workspace_id, concepts);
--> statement-breakpoint
create index memories_source_files on memories using gin (workspace_id, source_files);
--> statement-breakpoint
create index on memories (workspace_id, importance_score desc, created_at desc);
--> statement-breakpoint
create index on memories (workspace_id, created_at desc);
--> statement-breakpoint
create index on memories (workspace_id, source_session_id);
--> statement-breakpoint
-- The sweep for lost messages reads this and nothing else.
create index memories_pending on memories (workspace_id, created_at)
  where content_hash is null or discovered_digest is distinct from content_digest;
--> statement-breakpoint
create table memory_counters (
  workspace_id uuid not null,
  memory_id uuid not null,
  access_count int not null default 0,
  retrieval_count int not null default 0,
  last_accessed_at timestamptz,
  feedback_positive_count int not null default 0,
  feedback_negative_count int not null default 0,
  primary key (workspace_id, memory_id),
  foreign key (workspace_id, memory_id) references memories on delete cascade
) with (fillfactor = 70);
--> statement-breakpoint
create table memory_embeddings (
  workspace_id uuid not null,
  memory_id uuid not null,
  model text not null,
  content_digest text not null,
  embedding vector not null,
  primary key (workspace_id, memory_id, model),
  foreign key (workspace_id, memory_id) references memories on delete cascade
);
--> statement-breakpoint
alter table memory_embeddings alter column embedding set storage plain;
--> statement-breakpoint
create table relationships (
  workspace_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  relationship_type text not null,
  discovery_method text not null,
  confidence float8 not null,
  is_bidirectional bool not null,
  context text,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check (source_id <> target_id),
  foreign key (workspace_id, source_id) references memories on delete cascade,
  foreign key (workspace_id, target_id) references memories on delete cascade
);
--> statement-breakpoint
create unique index relationships_manual on relationships (workspace_id, source_id, target_id)
  where discovery_method = 'manual';
--> statement-breakpoint
create unique index relationships_discovered on relationships (workspace_id, source_id, target_id, relationship_type, discovery_method)
  where discovery_method <> 'manual';
--> statement-breakpoint
create index on relationships (workspace_id, source_id, confidence desc) include (target_id, relationship_type);
--> statement-breakpoint
create index on relationships (workspace_id, target_id, confidence desc) include (source_id, relationship_type);
--> statement-breakpoint
create table feedback (
  workspace_id uuid not null,
  id uuid not null,
  memory_id uuid not null,
  useful bool not null,
  context text,
  session_id text,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, memory_id) references memories on delete cascade,
  foreign key (workspace_id, session_id) references sessions (workspace_id, session_id)
);
--> statement-breakpoint
create index on feedback (workspace_id, memory_id);
--> statement-breakpoint
create table lexeme_frequencies (
  workspace_id uuid not null references workspaces on delete cascade,
  lexeme text not null,
  frequency int not null,
  primary key (workspace_id, lexeme)
);
--> statement-breakpoint
create table lexical_snapshots (
  workspace_id uuid not null references workspaces on delete cascade,
  version int not null,
  part int not null,
  data bytea not null,
  primary key (workspace_id, version, part)
);
--> statement-breakpoint
create table idempotent_replies (
  workspace_id uuid not null references workspaces on delete cascade,
  route text not null,
  idempotency_key text not null,
  request_hash text not null,
  status int,
  body text,
  created_at timestamptz not null,
  primary key (workspace_id, route, idempotency_key)
);
--> statement-breakpoint
create index on idempotent_replies (created_at);
--> statement-breakpoint
-- ts_rank of one lexeme is (1 + 1/4 + ... + 1/tf^2) / 1.6449: the term frequency comes back exactly.
create function term_frequency(text tsvector, word tsquery) returns float8 language sql immutable parallel safe
  return round(1 / (1.644934 * (1 - ts_rank('{1,1,1,1}', text, word))) - 0.5);
--> statement-breakpoint
create function bm25(n float8, idf float8, tf float8, length real, average real) returns float8 language sql immutable parallel safe
  return n * idf * 2.2 * tf / (tf + 1.2 * (0.25 + 0.75 * length / average));
