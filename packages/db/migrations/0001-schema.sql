-- The whole schema, by noun. A statement ends with a semicolon and a blank line.
-- Every primary key begins with workspace_id: a small workspace is a short range of it, and a composite foreign key cannot reach
-- into another workspace. An index by which the rows of one identifier are found begins with the identifier: where the planner
-- takes a workspace for one row, an index that begins with the workspace is as good to it as the right one. Measured choices are argued in packages/db/README.md.

-- ---------------------------------------------------------------------------------------------------------------------
-- Extensions, and the settings of every session
-- ---------------------------------------------------------------------------------------------------------------------

create extension if not exists vector;

create extension if not exists btree_gin;

-- Loads the vector library: its settings cannot be made before.
select '[1]'::vector;

-- hnsw.ef_search: as many candidates as a search asks for. hnsw.iterative_scan: filters may narrow what the index finds.
-- plan_cache_mode: a partial index needs the workspace at plan time. work_mem: 16 MB keep the vectors of the candidates out
-- of temporary files. maintenance_work_mem: an index of vectors is made several times faster while it fits in: 1.4 kB for each of 512.
do $$ begin
  execute format('alter database %I set hnsw.ef_search = 400', current_database());
  execute format('alter database %I set hnsw.iterative_scan = relaxed_order', current_database());
  execute format('alter database %I set plan_cache_mode = force_custom_plan', current_database());
  execute format('alter database %I set work_mem = ''16MB''', current_database());
  execute format('alter database %I set maintenance_work_mem = %L', current_database(), (
    select least(4194304, greatest(b.setting::bigint * 2, m.setting::bigint)) || 'kB' from pg_settings b, pg_settings m
    where b.name = 'shared_buffers' and m.name = 'maintenance_work_mem'));
end $$;

-- The values of an array, which the planner takes for one: what is joined to them is looked up by its key, one by one, whatever
-- the statistics say. A condition `= any(array)` instead reads all of a workspace that the planner takes for a few rows.
create function keys(list anyarray) returns setof anyelement language plpgsql immutable strict parallel safe rows 1 as $$
begin
  return query select unnest(list);
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Workspaces, keys and memberships
-- ---------------------------------------------------------------------------------------------------------------------

-- A column that ends with _tat holds the theoretical arrival time of a leaky bucket (GCRA): one timestamp a bucket, and
-- nothing to refill.
create table workspaces (
  id uuid primary key,
  name text not null unique,
  language text not null default 'english',
  created_at timestamptz not null,
  relationship_tat timestamptz not null default '-infinity',
  -- Secrets in a write are replaced, or the write is refused.
  secrets text not null default 'replace' check (secrets in ('replace', 'refuse')),
  -- Days after which memories are deleted, by their type. A memory of a type that is not named stays.
  retention jsonb not null default '{}',
  -- Salts of the tombstones of the workspace. Read with the key, so that a workspace without tombstones looks for none.
  tombstone_salts text[] not null default '{}'
);

-- Numbers that a search needs before it starts, read by the authentication statement, and the state of the upkeep jobs.
create table workspace_statistics (
  workspace_id uuid primary key references workspaces on delete cascade,
  memories int not null default 0,
  average_length real not null default 1,
  refreshed_at timestamptz,
  -- Memories embedded with new content since the statistics were refreshed.
  changes int not null default 0,
  model text,
  -- How cosines of the model are read here, as it was measured: {"model", "floor", "top"}. Null: as its default says.
  cosine_scale jsonb,
  has_semantic_index bool not null default false,
  -- The model that the workspace is being embedded with. Searches use it once every memory has its vector.
  next_model text,
  -- The last progress of this embedding.
  next_model_at timestamptz,
  -- The time of the last message that asked for upkeep: a burst of writes sends one.
  upkeep_asked_at timestamptz
);

-- Room for updates in place: each authentication writes a bucket.
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
  -- Calls by UTC day, of the last 31 days that had any.
  calls jsonb not null default '{}',
  primary key (workspace_id, id)
) with (fillfactor = 50);

-- People of a login provider, and their scope in a workspace. The operator manages them.
create table memberships (
  workspace_id uuid not null references workspaces on delete cascade,
  issuer text not null,
  subject text not null,
  scope text not null check (scope in ('read', 'write', 'admin')),
  created_at timestamptz not null,
  last_used_at timestamptz,
  read_tat timestamptz not null default '-infinity',
  write_tat timestamptz not null default '-infinity',
  -- As in api_keys.
  calls jsonb not null default '{}',
  primary key (workspace_id, issuer, subject)
) with (fillfactor = 50);

create index on memberships (issuer, subject);

create function counted_calls(calls jsonb, granted int) returns jsonb language sql stable
  return (select jsonb_object_agg(l.utc_day, l.n) from (
    select c.utc_day, sum(c.n)::int as n from (
      select e.key as utc_day, e.value::int as n from jsonb_each_text(calls) e
      union all
      select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as utc_day, granted as n) c
    group by c.utc_day order by c.utc_day desc limit 31) l);

-- Responses to requests with an idempotency key. Deleted at night once they are a day old.
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

create index on idempotent_replies (created_at);

-- ---------------------------------------------------------------------------------------------------------------------
-- Sessions and observations
-- ---------------------------------------------------------------------------------------------------------------------

create table sessions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  session_id text not null,
  -- Null when it was started here. Two workspaces of one deployment may hold the same session, once it was exported from one
  -- and imported into the other: only a session that is started here needs an id that no other has used.
  imported_at timestamptz,
  -- The import that brought it, which undoing takes back.
  import_batch text,
  project_name text not null default '',
  branch_name text not null default '',
  user_id text,
  user_email text,
  -- The caller that started it. A memory that the same caller stores meanwhile belongs to it when it is the only one.
  author text,
  is_active bool not null default true,
  started_at timestamptz not null,
  ended_at timestamptz,
  last_sign_of_life timestamptz not null,
  observation_count int not null default 0,
  summary text,
  -- caller when a person or an agent wrote the summary: no job overwrites it.
  summary_origin text check (summary_origin in ('caller', 'job')),
  -- The number of observations when a summary was last asked for, and when it was last made (null: never).
  requested_count int,
  summarized_count int,
  -- The time at which the sweep asks for a summary again. Null when none is outstanding.
  summary_due_at timestamptz,
  summary_attempts int not null default 0,
  metadata_json jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (workspace_id, id),
  unique (session_id, workspace_id)
);

create unique index sessions_started on sessions (session_id) where imported_at is null;

create index sessions_imported on sessions (session_id) where imported_at is not null;

create index sessions_import_batch on sessions (workspace_id, import_batch) where import_batch is not null;

create index on sessions (workspace_id, started_at desc);

create index on sessions (workspace_id, project_name, started_at desc);

create index sessions_active_of_author on sessions (workspace_id, author) where is_active;

-- The next two leave out the times that the sweep compares, so that a sign of life changes no index.
create index sessions_active on sessions (workspace_id) where is_active;

create index sessions_summary_due on sessions (workspace_id) where summary_due_at is not null;

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

create unique index observations_event on observations (workspace_id, session_row_id, event_id) where event_id is not null;

create index on observations (session_row_id, occurred_at, id);

create index observations_pending on observations (workspace_id, created_at) where processed_at is null;

-- ---------------------------------------------------------------------------------------------------------------------
-- Memories
-- ---------------------------------------------------------------------------------------------------------------------

create table memories (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  memory_id text not null,
  title text not null,
  narrative text not null,
  memory_type text not null default 'general',
  tags text[] not null default '{}',
  concepts text[] not null default '{}',
  source_files text[] not null default '{}',
  importance_score float8 not null default 0.5,
  confidence_score float8 not null default 0.5,
  -- The importance that a person gave, once a recalculation has changed importance_score.
  base_importance float8,
  -- Where it comes from. Each may be unknown.
  author text,
  project text,
  branch text,
  commit_id text,
  source_session_id text,
  is_consolidated bool not null default false,
  consolidated_from jsonb,
  revision int not null default 1,
  content_digest text not null,
  -- The content whose type a model has judged.
  judged_digest text,
  search_text tsvector not null,
  term_count real not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, source_session_id) references sessions (workspace_id, session_id)
) with (toast_tuple_target = 8160);

-- Unique in its workspace only, for the reason given at sessions.imported_at.
create unique index memories_memory_id on memories (memory_id, workspace_id);

-- Models read and give 12 characters of either identifier.
create index memories_short_id on memories (workspace_id, right(id::text, 12));

create index memories_short_memory_id on memories (workspace_id, left(memory_id, 12));

-- One index of all that a search asks for by its words: an insert writes it in four fifths of the time of one for each column.
create index memories_words on memories using gin (workspace_id, search_text, tags, concepts, source_files);

create index on memories (workspace_id, importance_score desc, created_at desc);

create index on memories (workspace_id, created_at desc);

create index on memories (workspace_id, memory_type, created_at desc);

create index on memories (workspace_id, source_session_id);

create index on memories (workspace_id, content_digest);

-- The same words whatever their case and spacing: consolidation merges memories that have the same key.
create function memory_text_key(title text, narrative text) returns text language sql immutable parallel safe
  return md5(lower(btrim(regexp_replace(title || ' ' || narrative, '\s+', ' ', 'g'))));

create index memories_text_key on memories (workspace_id, memory_text_key(title, narrative));

-- The planner never asks for samples of whole texts, vectors and digests, which ANALYZE makes anew for each row that it looks
-- at (a second of the embedded engine for 10,000 memories, during which every caller waits).
alter table memories alter column narrative set statistics 0;

alter index memories_text_key alter column 2 set statistics 0;

-- Values that reads and jobs change. They stand beside the memory because its own row has a GIN index, which each update
-- of it writes again (1.6 ms in the embedded engine, against 0.1 for this row).
create table memory_counters (
  workspace_id uuid not null,
  memory_id uuid not null,
  access_count int not null default 0,
  retrieval_count int not null default 0,
  last_accessed_at timestamptz,
  feedback_positive_count int not null default 0,
  feedback_negative_count int not null default 0,
  -- The content_digest that the stored embedding was made from. Null until there is one.
  content_hash text,
  -- The content_digest that the relationships were found for, and the time.
  discovered_digest text,
  discovered_at timestamptz,
  -- Results of the analysis of the graph.
  pagerank_score float8,
  community_label text,
  primary key (workspace_id, memory_id),
  foreign key (workspace_id, memory_id) references memories on delete cascade
) with (fillfactor = 70);

-- The sweep for lost messages reads this index alone.
create index memory_counters_pending on memory_counters (workspace_id, memory_id)
  where content_hash is null or discovered_digest is distinct from content_hash;

-- After new content the embedding is that of the old one.
create function reopen_memory() returns trigger language plpgsql as $$
begin
  update memory_counters c set content_hash = null
  where c.workspace_id = new.workspace_id and c.memory_id = new.id and c.content_hash is not null;
  return null;
end $$;

create trigger memories_reopened after update on memories for each row
  when (old.content_digest <> new.content_digest) execute function reopen_memory();

-- Imported counters may carry marks of a content that was changed on the way, as the masking of secrets does.
create function drop_foreign_marks() returns trigger language plpgsql as $$
begin
  if not exists (select from memories m
    where m.workspace_id = new.workspace_id and m.id = new.memory_id and m.content_digest = new.content_hash) then
    new.content_hash := null;
  end if;
  return new;
end $$;

create trigger memory_counters_marked before insert on memory_counters for each row
  when (new.content_hash is not null) execute function drop_foreign_marks();

create table memory_embeddings (
  workspace_id uuid not null,
  memory_id uuid not null,
  model text not null,
  content_digest text not null,
  embedding vector not null,
  primary key (workspace_id, memory_id, model),
  foreign key (workspace_id, memory_id) references memories on delete cascade
);

-- A server keeps numbers of 16 bits, six vectors of 512 a page instead of three. The embedded engine computes these in software.
do $$ begin
  if version() not like '%wasm%' then alter table memory_embeddings alter column embedding type halfvec; end if;
end $$;

alter table memory_embeddings alter column embedding set storage plain;

alter table memory_embeddings alter column embedding set statistics 0;

-- Contents that a model refuses in each attempt, although it takes others. They are not sent to it again.
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

-- The observations that a memory was drawn from.
create table memory_sources (
  workspace_id uuid not null,
  memory_id uuid not null,
  observation_id uuid not null,
  primary key (workspace_id, memory_id, observation_id),
  foreign key (workspace_id, memory_id) references memories on delete cascade,
  foreign key (workspace_id, observation_id) references observations on delete cascade
);

create index on memory_sources (observation_id);

-- Memories that a session was told unasked.
create table tellings (
  workspace_id uuid not null,
  session_row_id uuid not null,
  memory_id uuid not null,
  -- The sender's id of the moment. A sender that got no answer names it, and is told again.
  moment_id text not null,
  told_at timestamptz not null,
  -- Share of the tokens of the text that told it. Null in the block of a session's start, which counts to no limit.
  tokens real,
  -- The time at which the session's agent opened or named the memory, repeated its title or edited one of its files.
  used_at timestamptz,
  primary key (workspace_id, session_row_id, memory_id),
  foreign key (workspace_id, session_row_id) references sessions on delete cascade,
  foreign key (workspace_id, memory_id) references memories on delete cascade
);

create index on tellings (workspace_id, memory_id);

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

create index on feedback (memory_id);

-- Described and argued in packages/core/README.md. Within 0..1. Never falls when base, confidence, positive feedback or use
-- grow, never grows with negative feedback or idle days. 0.5 stays 0.5 for a new memory of confidence 0.5. A vote counts a
-- third, two a half. Scores are rounded first: PostgreSQL refuses a product that is too small for a float. Age counts in steps of 30
-- days, since each change rewrites a wide row and its entry in every index (8 kB of log).
create function recalculated_importance(base float8, confidence float8, positive int, negative int, accesses int, retrievals int, idle_days int)
  returns float8 language sql immutable parallel safe
  return (select round((b + push * case when push > 0 then 1 - b else b end)::numeric, 3)::float8
  from (select round(base::numeric, 6)::float8 b, least(1, greatest(-1,
    0.8 * (positive - negative)::float8 / (positive::float8 + negative + 2)
    + 0.25 * (1 - 1 / (1 + accesses / 10.0::float8 + retrievals / 100.0::float8))
    + 0.15 * (2 * round(confidence::numeric, 6)::float8 - 1)
    - 0.25 * (idle_days / 30 * 30 / (idle_days / 30 * 30 + 365.0::float8)))) push) p);

-- Pages of a workspace in the order of ids. The planner takes every workspace for a 200th of its table and would sort the rest
-- of a large one for each page. These settings hold it to the primary key, which has the order.
create function memories_after(workspace uuid, last uuid, size int) returns setof memories language sql stable
  set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
  as $$ select * from memories m where m.workspace_id = workspace and m.id > last order by m.id limit size $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Search
-- ---------------------------------------------------------------------------------------------------------------------

-- Without a reference to the workspace: its check for each word was two thirds of the time of a refresh, which locks the workspace
-- once instead.
create table lexeme_frequencies (
  workspace_id uuid not null,
  lexeme text not null,
  frequency int not null,
  primary key (workspace_id, lexeme)
);

-- The last questions of agents that no memory answered.
create table unanswered_questions (
  workspace_id uuid not null references workspaces on delete cascade,
  question text not null,
  times int not null default 1,
  asked_at timestamptz not null,
  primary key (workspace_id, question)
);

-- Words that mean the same in a workspace, beside the glossary that comes along.
create table glossary_groups (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  terms text[] not null,
  author text,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);

-- ts_rank of one lexeme is (1 + 1/4 + ... + 1/tf^2) / 1.6449: the term frequency comes back exactly.
create function term_frequency(text tsvector, word tsquery) returns float8 language sql immutable parallel safe
  return round(1 / (1.644934 * (1 - ts_rank('{1,1,1,1}', text, word))) - 0.5);

-- The length of a memory weighs a quarter instead of the usual three: a commit of many files, or a note with its reasons, is
-- long because it says more.
create function bm25(n float8, idf float8, tf float8, length real, average real) returns float8 language sql immutable parallel safe
  return n * idf * 2.2 * tf / (tf + 1.2 * (0.75 + 0.25 * length / average));

-- Changes of rows that a search reads, for processes that keep an index of a workspace in their memory. Rows are only ever
-- added, so that no writer waits for another. Transactions end in another order than they begin in: a reader goes by the
-- oldest that was still open when it last looked (xid), and by the later rows that it has seen (seq).
create table search_changes (
  workspace_id uuid not null,
  seq bigint not null generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  -- Empty when the numbers and frequencies of the workspace changed.
  memories uuid[] not null,
  changed_at timestamptz not null default now()
);

create index on search_changes (workspace_id, xid);

-- Rows lie in the order of their time: a block range index costs a writer next to nothing, and the nightly deletion reads old blocks alone.
create index on search_changes using brin (changed_at);

create function note_search_rows() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories)
  select workspace_id, array_agg(id) from changed_rows group by workspace_id;
  return null;
end $$;

create trigger search_memories_inserted after insert on memories
  referencing new table as changed_rows for each statement execute function note_search_rows();

create trigger search_memories_deleted after delete on memories
  referencing old table as changed_rows for each statement execute function note_search_rows();

create function note_changed_search_row() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories) values (new.workspace_id, array[new.id]);
  return null;
end $$;

create trigger search_memories_updated after update on memories for each row
  when (old.search_text is distinct from new.search_text or old.term_count is distinct from new.term_count
    or old.importance_score is distinct from new.importance_score or old.confidence_score is distinct from new.confidence_score
    or old.memory_type is distinct from new.memory_type or old.tags is distinct from new.tags
    or old.source_files is distinct from new.source_files)
  execute function note_changed_search_row();

create function note_new_search_vectors() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories)
  select workspace_id, array_agg(memory_id) from new_rows group by workspace_id;
  return null;
end $$;

create trigger search_vectors_inserted after insert on memory_embeddings
  referencing new table as new_rows for each statement execute function note_new_search_vectors();

create trigger search_vectors_updated after update on memory_embeddings
  referencing new table as new_rows for each statement execute function note_new_search_vectors();

-- A vector that is deleted with its memory is noted with the memory.
create function note_gone_search_vectors() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories)
  select o.workspace_id, array_agg(o.memory_id) from old_rows o
  join memories m on m.workspace_id = o.workspace_id and m.id = o.memory_id group by o.workspace_id;
  return null;
end $$;

create trigger search_vectors_deleted after delete on memory_embeddings
  referencing old table as old_rows for each statement execute function note_gone_search_vectors();

create function note_search_statistics() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, memories) values (new.workspace_id, '{}');
  return null;
end $$;

create trigger search_statistics_updated after update on workspace_statistics for each row
  when (old.memories is distinct from new.memories or old.average_length is distinct from new.average_length
    or old.refreshed_at is distinct from new.refreshed_at)
  execute function note_search_statistics();

-- ---------------------------------------------------------------------------------------------------------------------
-- Relationships and the graph
-- ---------------------------------------------------------------------------------------------------------------------

create table relationships (
  workspace_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  relationship_type text not null,
  discovery_method text not null,
  confidence float8 not null,
  is_bidirectional bool not null,
  -- A discovered pair has one row whichever end finds it, and keeps it until neither does.
  found_by_source bool not null default false,
  found_by_target bool not null default false,
  context text,
  -- The caller that settled a contradiction by this relationship. Null for every other relationship.
  settled_by text,
  -- The type that discovery gave, once another was given, so that discovery knows the relationship again.
  discovered_type text,
  judged_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check (source_id <> target_id),
  foreign key (workspace_id, source_id) references memories on delete cascade,
  foreign key (workspace_id, target_id) references memories on delete cascade
);

create unique index relationships_manual on relationships (workspace_id, source_id, target_id)
  where discovery_method = 'manual';

create unique index relationships_discovered on relationships (workspace_id, source_id, target_id, relationship_type, discovery_method)
  where discovery_method <> 'manual';

create index on relationships (workspace_id, source_id, confidence desc) include (target_id, relationship_type);

create index on relationships (workspace_id, target_id, confidence desc) include (source_id, relationship_type);

-- One entry a declaration, a mirrored pair counting once: the cap of declared edges counts these.
create index relationships_declared on relationships (workspace_id)
  where discovery_method = 'manual' and not (is_bidirectional and source_id > target_id);

-- By what a memory holds no more: asked for each memory of a block, of whose many relationships hardly one is such.
create index relationships_ending on relationships (workspace_id, target_id)
  where relationship_type = 'supersedes' or relationship_type = 'contradicts' and discovery_method = 'manual';

-- As memories_after.
create function relationships_after(workspace uuid, last uuid, least_confidence float8, size int)
  returns setof relationships language sql stable
  set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
  as $$ select * from relationships r
    where r.workspace_id = workspace and r.id > last and r.confidence >= least_confidence order by r.id limit size $$;

-- Ends a walk that takes too long with the code of a cancelled statement. It works in one statement on every driver, where
-- `set statement_timeout` would need a transaction and three more round trips.
create function in_time(started timestamptz, limit_ms int) returns bool language plpgsql volatile as $$
begin
  if clock_timestamp() > started + limit_ms * interval '1 millisecond' then
    raise exception 'The walk through the graph took more than % ms.', limit_ms using errcode = '57014';
  end if;
  return true;
end $$;

-- The memories beside some, each once with the one that it was reached from by the best edge, in the order of their ids.
create function relationship_neighbours(workspace uuid, frontier uuid[], seen uuid[], types text[])
returns table(id uuid, parent uuid, confidence float8) language sql stable as $$
  select distinct on (n.id) n.id, n.parent, n.confidence
  from (
    select r.target_id id, f.id parent, r.confidence, r.relationship_type
    from keys(frontier) f(id)
    join relationships r on r.workspace_id = workspace and r.source_id = f.id
    union all
    select r.source_id, f.id, r.confidence, r.relationship_type
    from keys(frontier) f(id)
    join relationships r on r.workspace_id = workspace and r.target_id = f.id) n
  where n.id not in (select unnest(seen)) and (types is null or n.relationship_type = any(types))
  order by n.id, n.confidence desc, n.parent
$$;

-- A shortest path from a to b, both included, in whichever direction the edges point; empty when none has at most max_depth
-- edges, null when the edges of more than `most` memories would be read. Breadth first from both ends, always the smaller side.
-- x is the side that moves: its frontier, all that it has seen and, in the same places, the node before each. y is the other
-- side. A strong edge is preferred to a weak one.
create function relationship_path(workspace uuid, a uuid, b uuid, max_depth int, types text[], limit_ms int, most int)
returns uuid[] language plpgsql stable as $$
declare
  started timestamptz := clock_timestamp();
  x_frontier uuid[] := array[a]; x_seen uuid[] := array[a]; x_parent uuid[] := array[a];
  y_frontier uuid[] := array[b]; y_seen uuid[] := array[b]; y_parent uuid[] := array[b];
  swap uuid[]; ids uuid[]; parents uuid[]; meeting uuid; path uuid[]; step uuid; place int;
  swapped bool := false; walked int := 0;
begin
  for level in 1..max_depth loop
    perform in_time(started, limit_ms);
    if cardinality(x_frontier) > cardinality(y_frontier) then
      swap := x_frontier; x_frontier := y_frontier; y_frontier := swap;
      swap := x_seen; x_seen := y_seen; y_seen := swap;
      swap := x_parent; x_parent := y_parent; y_parent := swap;
      swapped := not swapped;
    end if;
    walked := walked + cardinality(x_frontier);
    if walked > most then return null; end if;
    select array_agg(fresh.id), array_agg(fresh.parent),
      (array_agg(fresh.id order by fresh.confidence desc, fresh.id) filter (where fresh.id in (select unnest(y_frontier))))[1]
    into ids, parents, meeting
    from relationship_neighbours(workspace, x_frontier, x_seen, types) fresh;
    exit when ids is null;
    x_seen := x_seen || ids; x_parent := x_parent || parents; x_frontier := ids;
    continue when meeting is null;
    step := meeting;
    loop
      path := step || path;
      place := array_position(x_seen, step);
      exit when x_parent[place] = step;
      step := x_parent[place];
    end loop;
    step := meeting;
    loop
      place := array_position(y_seen, step);
      exit when y_parent[place] = step;
      step := y_parent[place];
      path := path || step;
    end loop;
    if swapped then
      return (select array_agg(u.id order by u.place desc) from unnest(path) with ordinality u(id, place));
    end if;
    return path;
  end loop;
  return '{}';
end $$;

-- Workspaces whose graph has changed since its last analysis. Rows are only ever added, so that no writer waits for another as
-- it would for one row a workspace. The analysis marks those that it has seen and deletes them when it is done.
create table graph_changes (
  workspace_id uuid not null,
  changed_at timestamptz not null default now(),
  seen bool not null default false
);

create index on graph_changes (workspace_id);

create function note_changed_relationships() returns trigger language plpgsql as $$
begin
  insert into graph_changes (workspace_id) select distinct workspace_id from changed_rows;
  return null;
end $$;

create trigger relationships_inserted after insert on relationships
  referencing new table as changed_rows for each statement execute function note_changed_relationships();

create trigger relationships_updated after update on relationships
  referencing new table as changed_rows for each statement execute function note_changed_relationships();

create trigger relationships_deleted after delete on relationships
  referencing old table as changed_rows for each statement execute function note_changed_relationships();

-- A memory enters the analysis once it is embedded, and is named anew after its content has changed.
create function note_embedded_memory() returns trigger language plpgsql as $$
begin
  insert into graph_changes (workspace_id) values (new.workspace_id);
  return null;
end $$;

create trigger memories_embedded after update of content_hash on memory_counters for each row
  when (new.content_hash is not null and new.content_hash is distinct from old.content_hash)
  execute function note_embedded_memory();

-- Types that a job gave to memories and relationships. A change that was undone is not made again.
create table type_changes (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  memory_id uuid,
  relationship_id uuid,
  from_type text not null,
  to_type text not null,
  -- The ends of the relationship were exchanged with its type.
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

create index on type_changes (memory_id) where memory_id is not null;

create index on type_changes (relationship_id) where relationship_id is not null;

-- ---------------------------------------------------------------------------------------------------------------------
-- Documents
-- ---------------------------------------------------------------------------------------------------------------------

create table documents (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  -- Two ingests with the same identity are one document: its origin and source, or else its kind and title.
  identity text not null,
  title text not null,
  source text,
  -- The repository or folder that the document comes from.
  origin text,
  memory_type text not null,
  document_type text,
  deliverable_id text,
  tags text[] not null default '{}',
  section_count int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (workspace_id, id),
  unique (identity, workspace_id)
);

create index on documents (workspace_id, created_at desc, id);

create index on documents (workspace_id, origin, source) where origin is not null;

-- The memories that are sections of a document.
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

create index on document_sections (document_id, ordinal);

create table document_uploads (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  object_key text not null unique,
  -- Values for each document of the upload that does not say otherwise.
  defaults jsonb not null default '{}',
  state text not null default 'waiting',
  -- The place at which the next step goes on. Null before the first.
  position jsonb,
  -- Steps begun since the last one that made progress: a file that ends its reader each time is given up.
  attempts int not null default 0,
  documents int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  removed int not null default 0,
  -- Secrets that the client and the service replaced in the contents.
  redacted_secrets int not null default 0,
  error_count int not null default 0,
  errors jsonb not null default '[]',
  bytes_total bigint,
  failure text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  stepped_at timestamptz,
  completed_at timestamptz,
  -- The time at which a person has dismissed the failure.
  settled_at timestamptz,
  primary key (workspace_id, id)
);

create index on document_uploads (state, created_at) where state in ('waiting', 'processing');

-- ---------------------------------------------------------------------------------------------------------------------
-- Code
-- ---------------------------------------------------------------------------------------------------------------------

create table code_repositories (
  workspace_id uuid not null references workspaces on delete cascade,
  -- Made from the workspace and the name.
  id uuid not null,
  name text not null,
  -- The repository or folder that the index was made of. Null when the client did not send it.
  origin text,
  -- The state of the tree when it was last indexed. Null where it is in no repository.
  branch text,
  commit_id text,
  committed_at timestamptz,
  -- Counts the writes: a file carries the number of the write that changed it, and of the one its edges are right for.
  revision int not null default 0,
  -- The last write that removed files: any other file may have lost a target.
  removed_revision int not null default 0,
  -- The first write that no resolution has followed yet. Null when all edges are right.
  unresolved_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);

create index on code_repositories (unresolved_since) where unresolved_since is not null;

-- A file as the client has read it.
create table code_files (
  workspace_id uuid not null,
  -- The id of its module symbol.
  id uuid not null,
  repository_id uuid not null,
  path text not null,
  language text not null,
  package_name text,
  content_hash text not null,
  partial bool not null,
  symbol_count int not null,
  -- Lexemes of the names of the symbols, for the check that every search makes.
  words text[] not null,
  -- The input of the resolution, gzip in base64: symbols, imports and bases, which every file may need of every other, and the
  -- calls, which only the file itself needs.
  outline text not null,
  calls text not null,
  -- Changes when other files could find something else here.
  outline_digest text not null,
  stored_revision int not null,
  outline_revision int not null,
  resolved_revision int not null default 0,
  edge_count int not null default 0,
  call_edge_count int not null default 0,
  -- Calls without a target whose names symbols of the repository have, and those names for the index.
  unresolved jsonb not null default '[]',
  unresolved_names text[] not null default '{}',
  primary key (workspace_id, id),
  unique (repository_id, path, workspace_id),
  foreign key (workspace_id, repository_id) references code_repositories on delete cascade
);

-- Compressed already: kept out of the row, where counting need not read them.
alter table code_files alter column outline set storage external, alter column calls set storage external;

create index code_files_words on code_files using gin (workspace_id, words);

create index code_files_unresolved_names on code_files using gin (workspace_id, unresolved_names);

create table code_symbols (
  workspace_id uuid not null,
  -- Made from the repository and the key, so that it stays while the symbol stays.
  id uuid not null,
  file_id uuid not null,
  kind text not null check (kind in ('function', 'class', 'module', 'constant', 'property', 'type', 'route', 'key')),
  name text not null,
  qualified_name text not null,
  class_name text,
  start_line int not null,
  end_line int not null,
  signature text not null,
  doc text,
  -- Hashes of the declaration and of the body, without comments and formatting, and the number of words of the body. Null when
  -- the client did not send them.
  signature_hash text,
  body_hash text,
  body_size int,
  -- Of a constant, property or key, where it is short.
  value text,
  primary key (workspace_id, id),
  foreign key (workspace_id, file_id) references code_files on delete cascade
);

create index on code_symbols (file_id);

create index on code_symbols (workspace_id, lower(name));

create index code_symbols_body on code_symbols (workspace_id, body_hash) where body_hash is not null;

-- No reference to the symbols: two checks an edge took two thirds of the time to write it. Statements that delete symbols
-- delete their edges.
create table code_edges (
  workspace_id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  kind text not null check (kind in ('calls', 'inherits', 'imports', 'contains')),
  -- The file that holds the reference: its edges are replaced together.
  file_id uuid not null,
  confidence float8 not null,
  -- The rule that found the edge.
  found_by text,
  line int not null,
  lines int[] not null default '{}',
  reference_count int not null,
  primary key (workspace_id, source_id, target_id, kind),
  foreign key (workspace_id, file_id) references code_files on delete cascade
);

create index on code_edges (target_id);

create index on code_edges (file_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Anchors: memories and the code that they are about
-- ---------------------------------------------------------------------------------------------------------------------

-- The state of a memory against its code, by the worst of its anchors.
create table memory_grounds (
  workspace_id uuid not null,
  memory_id uuid not null,
  -- The revision of the memory that its anchors were made from.
  revision int not null,
  anchored_at timestamptz not null,
  -- Hashes of names in its text and around it, for which it is looked at again where a file that has one is indexed. Null where
  -- each index may have what it is about.
  mentions int[],
  -- The revision of the memory that a client tied to the history or the working tree. Null where only the index was asked.
  grounded_revision int,
  verdict text not null default 'unknown'
    check (verdict in ('current', 'moved', 'changed', 'gone', 'unknown', 'obsolete')),
  -- One clause that says why.
  reason text,
  -- The time since which the verdict is the same.
  judged_at timestamptz not null,
  -- The time at which a nightly list asked the author about the memory. Null where it does not ask, or has its answer.
  asked_at timestamptz,
  settled_by text,
  primary key (workspace_id, memory_id),
  foreign key (workspace_id, memory_id) references memories on delete cascade
);

create index on memory_grounds (workspace_id, verdict, judged_at) where verdict in ('changed', 'gone');

create table memory_anchors (
  workspace_id uuid not null,
  memory_id uuid not null,
  repository_id uuid not null,
  -- The place when the memory was made.
  path text not null,
  -- Qualified. Empty for a file.
  name text not null,
  kind text not null check (kind in ('symbol', 'file')),
  reason text not null check (reason in ('named', 'edited', 'file')),
  -- The origin of the hashes: an index, until the history or the working tree has been asked.
  source text not null check (source in ('index', 'commit', 'tree', 'settled')),
  signature_hash text,
  body_hash text,
  value text,
  commit_id text,
  grounded_at timestamptz not null,
  verdict text not null default 'unknown' check (verdict in ('current', 'moved', 'changed', 'gone', 'unknown')),
  -- The place now, at which the next verdict begins.
  now_path text,
  now_name text,
  -- The declaration, the body, or a value as it was and as it is.
  part text,
  primary key (workspace_id, memory_id, repository_id, path, name),
  foreign key (workspace_id, memory_id) references memory_grounds on delete cascade,
  foreign key (workspace_id, repository_id) references code_repositories on delete cascade
);

create index on memory_anchors (repository_id, memory_id);

-- Answers of people about memories whose code changed, and the anchors of before, so that an answer can be taken back.
create table ground_settlements (
  workspace_id uuid not null,
  id uuid not null,
  memory_id uuid not null,
  verdict text not null check (verdict in ('still_true', 'updated', 'obsolete')),
  context text,
  settled_by text not null,
  settled_at timestamptz not null,
  -- Paths, names and hashes.
  anchors jsonb not null,
  -- The relationship by which another memory took its place.
  relationship_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, memory_id) references memories on delete cascade
);

create index on ground_settlements (memory_id, settled_at);

-- Branches that memories were stored on and that are neither merged nor gone, as a client in the repository last saw them.
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

-- The end of a branch concerns memories that were stored on it until then. A later branch of the same name is another one.
create table branch_ends (
  workspace_id uuid not null references workspaces on delete cascade,
  project text not null,
  name text not null,
  -- Infinite for a trunk: a memory that is stored on it holds for everybody.
  ended_at timestamptz not null,
  outcome text not null check (outcome in ('merged', 'abandoned')),
  primary key (workspace_id, name, ended_at, project)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- History
-- ---------------------------------------------------------------------------------------------------------------------

-- Changes of memories: the author, the way, the time, and the values of before. Written by triggers, so that no way of writing
-- is left out. Author and way come from the setting memory.change, which the changing statement makes.
create table memory_changes (
  workspace_id uuid not null references workspaces on delete cascade,
  -- In the order of time, so that a page and the oldest are ranges of the key.
  id uuid not null,
  memory_row_id uuid not null,
  memory_id text not null,
  kind text not null check (kind in ('created', 'updated', 'deleted')),
  author text,
  via text,
  -- One value for the changes of a request, of a run of a job, or of an import.
  batch text,
  -- Of an update the fields that it changed, of a deletion the deleted rows by table.
  before jsonb,
  -- Digests of the new values by field: a field that has another digest now was changed since.
  after_digest jsonb,
  changed_at timestamptz not null,
  undone_at timestamptz,
  primary key (workspace_id, id)
);

create index on memory_changes (memory_row_id);

create index on memory_changes (workspace_id, batch, id);

-- Copies of what was forgotten, which go after an hour.
create index memory_changes_forgotten on memory_changes (changed_at) where via = 'forget';

-- A UUID of version 7 for a moment, with microseconds: later moments have greater ones.
create function ordered_uuid(moment timestamptz) returns uuid language sql volatile as $$
  select encode(overlay(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(t.us / 1000) from 3) from 1 for 6)
    placing int2send((28672 + t.us % 1000 * 4)::int2) from 7 for 2), 'hex')::uuid
  from (select (extract(epoch from moment) * 1000000)::int8 us) t
$$;

-- One insert may hold memories of several requests: the author and way of each stand under `each`, by the id of the memory.
create function note_created_memories() returns trigger language plpgsql as $$
declare
  note jsonb := nullif(current_setting('memory.change', true), '')::jsonb;
begin
  if note ? 'off' then return null; end if;
  insert into memory_changes (workspace_id, id, memory_row_id, memory_id, kind, author, via, batch, after_digest, changed_at)
  select n.workspace_id, ordered_uuid(clock_timestamp()), n.id, n.memory_id, 'created', s.note ->> 'author', s.note ->> 'via',
    s.note ->> 'batch', jsonb_build_object('content', n.content_digest), clock_timestamp()
  from new_rows n cross join lateral (select coalesce(note -> 'each' -> n.id::text, note) note) s;
  return null;
end $$;

create trigger memories_created after insert on memories
  referencing new table as new_rows for each statement execute function note_created_memories();

create function memory_fields(m memories) returns jsonb language sql immutable
  return jsonb_build_object('title', m.title, 'narrative', m.narrative, 'memory_type', m.memory_type, 'tags', m.tags,
    'concepts', m.concepts, 'source_files', m.source_files, 'importance_score', m.importance_score,
    'confidence_score', m.confidence_score);

create function note_updated_memory() returns trigger language plpgsql as $$
declare
  note jsonb := nullif(current_setting('memory.change', true), '')::jsonb;
begin
  if note ? 'off' then return null; end if;
  insert into memory_changes (workspace_id, id, memory_row_id, memory_id, kind, author, via, batch, before, after_digest, changed_at)
  select old.workspace_id, ordered_uuid(clock_timestamp()), old.id, old.memory_id, 'updated', note ->> 'author',
    note ->> 'via', note ->> 'batch', jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, md5(n.value::text)),
    clock_timestamp()
  from jsonb_each(memory_fields(old)) o join jsonb_each(memory_fields(new)) n on n.key = o.key and n.value <> o.value
  having count(*) > 0;
  return null;
end $$;

-- The recalculation of importance at night leaves the revision as it is: it is no change that a caller made.
create trigger memories_updated after update on memories for each row
  when (old.content_digest <> new.content_digest or old.memory_type <> new.memory_type
    or (old.revision <> new.revision
      and (old.importance_score <> new.importance_score or old.confidence_score <> new.confidence_score)))
  execute function note_updated_memory();

-- Runs before the row is deleted, since its references are deleted with it. Vectors, discovered relationships, ranks and names
-- of groups are left out: a memory that comes back is embedded, related and analysed anew.
create function note_deleted_memory() returns trigger language plpgsql as $$
declare
  note jsonb := nullif(current_setting('memory.change', true), '')::jsonb;
begin
  if note ? 'off' then return old; end if;
  insert into memory_changes (workspace_id, id, memory_row_id, memory_id, kind, author, via, batch, before, changed_at)
  select old.workspace_id, ordered_uuid(clock_timestamp()), old.id, old.memory_id, 'deleted', note ->> 'author',
    note ->> 'via', note ->> 'batch', jsonb_build_object(
      'memories', jsonb_build_array(to_jsonb(old) - array['workspace_id', 'search_text', 'term_count']),
      'memory_counters', (select coalesce(jsonb_agg(to_jsonb(t) - array['workspace_id', 'content_hash',
          'discovered_digest', 'discovered_at', 'pagerank_score', 'community_label']), '[]') from memory_counters t
        where t.workspace_id = old.workspace_id and t.memory_id = old.id),
      'relationships', (select coalesce(jsonb_agg(to_jsonb(t) - 'workspace_id'), '[]') from (
        select * from relationships t
          where t.workspace_id = old.workspace_id and t.source_id = old.id and t.discovery_method = 'manual'
        union all
        select * from relationships t
          where t.workspace_id = old.workspace_id and t.target_id = old.id and t.discovery_method = 'manual') t),
      'feedback', (select coalesce(jsonb_agg(to_jsonb(t) - 'workspace_id'), '[]') from feedback t
        where t.workspace_id = old.workspace_id and t.memory_id = old.id),
      'memory_sources', (select coalesce(jsonb_agg(to_jsonb(t) - 'workspace_id'), '[]') from memory_sources t
        where t.workspace_id = old.workspace_id and t.memory_id = old.id),
      'documents', (select coalesce(jsonb_agg(to_jsonb(d) - 'workspace_id'), '[]') from document_sections t
        join documents d on d.workspace_id = t.workspace_id and d.id = t.document_id
        where t.workspace_id = old.workspace_id and t.memory_id = old.id),
      'document_sections', (select coalesce(jsonb_agg(to_jsonb(t) - 'workspace_id'), '[]') from document_sections t
        where t.workspace_id = old.workspace_id and t.memory_id = old.id)), clock_timestamp()
  -- A workspace that goes takes its memories along.
  from workspaces w where w.id = old.workspace_id;
  return old;
end $$;

create trigger memories_deleted before delete on memories for each row execute function note_deleted_memory();

-- ---------------------------------------------------------------------------------------------------------------------
-- Forgetting
-- ---------------------------------------------------------------------------------------------------------------------

-- Salted digests of texts that were forgotten on purpose. By them a text is known again when a document, a captured event or a
-- summary brings it back. No text can be read from them.
create table tombstones (
  workspace_id uuid not null references workspaces on delete cascade,
  salt text not null,
  text_digest text not null,
  forgotten_at timestamptz not null,
  primary key (workspace_id, salt, text_digest)
);

create function note_tombstone_salts() returns trigger language plpgsql as $$
begin
  update workspaces w set tombstone_salts = array(select distinct unnest(w.tombstone_salts || n.salts))
  from (select workspace_id, array_agg(distinct salt) salts from new_rows group by workspace_id) n
  where w.id = n.workspace_id and not w.tombstone_salts @> n.salts;
  return null;
end $$;

create trigger tombstones_inserted after insert on tombstones
  referencing new table as new_rows for each statement execute function note_tombstone_salts();

-- The form in which two texts are compared: without case, and with one kind of white space.
create function plain_text(given text) returns text language sql immutable parallel safe
  return lower(btrim(regexp_replace(given, '\s+', ' ', 'g')));

-- Findings so far of a request to forget that takes several calls: the memories to delete, and salted digests of their
-- sentences, by which quotations are found. Deleted with the last call, and at night where there was none.
create table forgetting_parts (
  workspace_id uuid not null references workspaces on delete cascade,
  run uuid not null,
  part int not null,
  found jsonb not null,
  begun_at timestamptz not null,
  primary key (workspace_id, run, part)
);

-- Files that a workspace was exported to. They still hold texts that were forgotten since.
create table workspace_exports (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  file text not null,
  -- Who named it: a name may be made up.
  author text,
  made_at timestamptz not null,
  primary key (workspace_id, id)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Jobs
-- ---------------------------------------------------------------------------------------------------------------------

-- Background work that has been begun and is not done. An attempt that is still under way when its message comes again ended
-- its process.
create table job_attempts (
  workspace_id uuid not null references workspaces on delete cascade,
  job text not null,
  -- The ids that the message names. Its other values say how the work is done, and make no other work of it.
  work text not null,
  payload jsonb not null,
  attempts int not null,
  under_way bool not null,
  begun_at timestamptz not null,
  last_error text,
  -- Given up: not begun again until an operator gives it back.
  dead_at timestamptz,
  -- The time at which a person has dismissed the failure.
  settled_at timestamptz,
  primary key (workspace_id, job, work)
);

create index job_attempts_dead on job_attempts (dead_at) where dead_at is not null;

-- Tokens by workspace and UTC day: those of the text generator are reserved before a call and settled after it.
create table llm_budgets (
  workspace_id uuid not null references workspaces on delete cascade,
  day date not null,
  reserved int not null default 0,
  used int not null default 0,
  embedded int not null default 0,
  primary key (workspace_id, day)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Planning
-- ---------------------------------------------------------------------------------------------------------------------

-- No statistics on purpose. A workspace that was filled since the last ANALYZE is not among the most common values, so the
-- planner takes it for one row and reads all of it once for each candidate: 440 ms for one search of 1,400 memories. Without
-- statistics every workspace counts as a 200th of its table, before ANALYZE and after it.
do $$ declare name text; begin
  for name in select c.oid::regclass::text from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attname = 'workspace_id'
  loop execute format('alter table %s alter column workspace_id set statistics 0', name); end loop;
end $$;
