-- What searches need of every session. The vector library must be loaded before its settings can be made.
-- ef_search: as many candidates as a search asks for; iterative_scan: filters may narrow what the index finds; a partial
-- index needs the workspace at plan time; 16 MB keep the candidates' vectors out of temporary files.
select '[1]'::vector;
--> statement-breakpoint
do $$ begin
  execute format('alter database %I set hnsw.ef_search = 400', current_database());
  execute format('alter database %I set hnsw.iterative_scan = relaxed_order', current_database());
  execute format('alter database %I set plan_cache_mode = force_custom_plan', current_database());
  execute format('alter database %I set work_mem = ''16MB''', current_database());
end $$;
--> statement-breakpoint
-- No statistics on purpose. A workspace that was filled since the last ANALYZE is not among the most common values, so the
-- planner takes it for one row and reads all of it once for each candidate: 440 ms for one search of 1,400 memories.
-- Without statistics every workspace counts as a 200th of the table: 18 ms then, and no worse after ANALYZE.
alter table memories alter column workspace_id set statistics 0;
--> statement-breakpoint
alter table memory_embeddings alter column workspace_id set statistics 0;
--> statement-breakpoint
alter table memory_counters alter column workspace_id set statistics 0;
--> statement-breakpoint
alter table relationships alter column workspace_id set statistics 0;
--> statement-breakpoint
alter table lexeme_frequencies alter column workspace_id set statistics 0;
