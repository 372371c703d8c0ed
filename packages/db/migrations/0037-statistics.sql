-- What the planner never asks of: samples of whole texts and vectors, and of digests, which ANALYZE makes anew for each row that
-- it looks at (a second of the embedded engine for 10,000 memories, during which everybody waits).
alter table memories alter column narrative set statistics 0;
--> statement-breakpoint
alter table memory_embeddings alter column embedding set statistics 0;
--> statement-breakpoint
alter index memories_text_key alter column 2 set statistics 0;
