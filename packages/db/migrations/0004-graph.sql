-- Shortest paths, time limits of walks through the graph, what the cap of declared edges counts, and the marks by which
-- the analysis knows whose graph has changed.

-- Ends a walk that takes too long with the code of a cancelled statement. It works in one statement on every driver,
-- where `set statement_timeout` would need a transaction and three more round trips.
create function in_time(started timestamptz, limit_ms int) returns bool language plpgsql volatile as $$
begin
  if clock_timestamp() > started + limit_ms * interval '1 millisecond' then
    raise exception 'The walk through the graph took more than % ms.', limit_ms using errcode = '57014';
  end if;
  return true;
end $$;
--> statement-breakpoint
-- A shortest path from a to b, both included, whichever way the edges point; null when none has at most max_depth edges.
-- Breadth first from both ends, always the smaller side. x is the side that moves: its frontier, all it has seen and,
-- in the same places, from where it came; y is the other. A strong edge is preferred to a weak one.
create function relationship_path(workspace uuid, a uuid, b uuid, max_depth int, types text[], limit_ms int)
returns uuid[] language plpgsql stable as $$
declare
  started timestamptz := clock_timestamp();
  x_frontier uuid[] := array[a]; x_seen uuid[] := array[a]; x_parent uuid[] := array[a];
  y_frontier uuid[] := array[b]; y_seen uuid[] := array[b]; y_parent uuid[] := array[b];
  swap uuid[]; ids uuid[]; parents uuid[]; meeting uuid; path uuid[]; step uuid; place int;
  swapped bool := false;
begin
  for level in 1..max_depth loop
    perform in_time(started, limit_ms);
    if cardinality(x_frontier) > cardinality(y_frontier) then
      swap := x_frontier; x_frontier := y_frontier; y_frontier := swap;
      swap := x_seen; x_seen := y_seen; y_seen := swap;
      swap := x_parent; x_parent := y_parent; y_parent := swap;
      swapped := not swapped;
    end if;
    select array_agg(fresh.id), array_agg(fresh.parent),
      (array_agg(fresh.id order by fresh.confidence desc, fresh.id) filter (where fresh.id in (select unnest(y_frontier))))[1]
    into ids, parents, meeting
    from (
      select distinct on (n.id) n.id, n.parent, n.confidence
      from (
        select r.target_id id, f.id parent, r.confidence, r.relationship_type
        from unnest(x_frontier) f(id)
        join relationships r on r.workspace_id = workspace and r.source_id = f.id
        union all
        select r.source_id, f.id, r.confidence, r.relationship_type
        from unnest(x_frontier) f(id)
        join relationships r on r.workspace_id = workspace and r.target_id = f.id) n
      where n.id not in (select unnest(x_seen)) and (types is null or n.relationship_type = any(types))
      order by n.id, n.confidence desc, n.parent) fresh;
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
  return null;
end $$;
--> statement-breakpoint
-- Pages of a workspace in the order of ids. The planner takes every workspace for a 200th of its table and would sort all
-- that is left of a large one for each page; these settings hold it to the primary key, which has the order.
create function memories_after(workspace uuid, last uuid, size int) returns setof memories language sql stable
  set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
  as $$ select * from memories m where m.workspace_id = workspace and m.id > last order by m.id limit size $$;
--> statement-breakpoint
create function relationships_after(workspace uuid, last uuid, least_confidence float8, size int)
  returns setof relationships language sql stable
  set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
  as $$ select * from relationships r
    where r.workspace_id = workspace and r.id > last and r.confidence >= least_confidence order by r.id limit size $$;
--> statement-breakpoint
-- One entry a declaration, a mirrored pair counting once: what the cap of declared edges is held against.
create index relationships_declared on relationships (workspace_id)
  where discovery_method = 'manual' and not (is_bidirectional and source_id > target_id);
--> statement-breakpoint
-- Whose graph has changed since its last analysis. Rows are only ever added, so that no writer waits for another as it
-- would for one row a workspace; the analysis marks those it has seen and deletes them when it is done.
create table graph_changes (
  workspace_id uuid not null,
  changed_at timestamptz not null default now(),
  seen bool not null default false
);
--> statement-breakpoint
create index on graph_changes (workspace_id);
--> statement-breakpoint
create function note_new_relationships() returns trigger language plpgsql as $$
begin
  insert into graph_changes (workspace_id) select distinct workspace_id from new_rows;
  return null;
end $$;
--> statement-breakpoint
create function note_gone_relationships() returns trigger language plpgsql as $$
begin
  insert into graph_changes (workspace_id) select distinct workspace_id from old_rows;
  return null;
end $$;
--> statement-breakpoint
create trigger relationships_inserted after insert on relationships
  referencing new table as new_rows for each statement execute function note_new_relationships();
--> statement-breakpoint
create trigger relationships_updated after update on relationships
  referencing new table as new_rows for each statement execute function note_new_relationships();
--> statement-breakpoint
create trigger relationships_deleted after delete on relationships
  referencing old table as old_rows for each statement execute function note_gone_relationships();
--> statement-breakpoint
-- A memory enters the analysis once it is embedded, and is named anew after its content has changed.
create function note_embedded_memory() returns trigger language plpgsql as $$
begin
  insert into graph_changes (workspace_id) values (new.workspace_id);
  return null;
end $$;
--> statement-breakpoint
create trigger memories_embedded after update of content_hash on memories for each row
  when (new.content_hash is not null and new.content_hash is distinct from old.content_hash)
  execute function note_embedded_memory();
