-- What was forgotten on purpose: salted digests of texts, by which they are known again when they come back by a document,
-- a captured event or a summary. No text can be read from them.
create table tombstones (
  workspace_id uuid not null references workspaces on delete cascade,
  salt text not null,
  text_digest text not null,
  forgotten_at timestamptz not null,
  primary key (workspace_id, salt, text_digest)
);
--> statement-breakpoint
-- Read with the key, so that a workspace without tombstones looks for none.
alter table workspaces add column tombstone_salts text[] not null default '{}';
--> statement-breakpoint
create function note_tombstone_salts() returns trigger language plpgsql as $$
begin
  update workspaces w set tombstone_salts = array(select distinct unnest(w.tombstone_salts || n.salts))
  from (select workspace_id, array_agg(distinct salt) salts from new_rows group by workspace_id) n
  where w.id = n.workspace_id and not w.tombstone_salts @> n.salts;
  return null;
end $$;
--> statement-breakpoint
create trigger tombstones_inserted after insert on tombstones
  referencing new table as new_rows for each statement execute function note_tombstone_salts();
--> statement-breakpoint
-- Files that were written of a workspace: what was forgotten since still stands there.
create table workspace_exports (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  file text not null,
  made_at timestamptz not null,
  primary key (workspace_id, id)
);
--> statement-breakpoint
-- How a text is compared with another: without case, and with one kind of white space.
create function plain_text(given text) returns text language sql immutable parallel safe
  return lower(btrim(regexp_replace(given, '\s+', ' ', 'g')));
