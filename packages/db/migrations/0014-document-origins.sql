-- Which repository or folder a document comes from; with its source it is the identity of the document.
alter table documents add column origin text;
--> statement-breakpoint
create index on documents (workspace_id, origin, source) where origin is not null;
