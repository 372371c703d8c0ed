-- Where a memory comes from: who stored it, in which project, on which branch, at which commit. All of it may be unknown.
alter table memories add column author text, add column project text, add column branch text, add column commit_id text;
--> statement-breakpoint
-- Who started a session: what the same caller stores meanwhile belongs to it where it is the only one.
alter table sessions add column author text;
--> statement-breakpoint
create index sessions_active_of_author on sessions (workspace_id, author) where is_active;
--> statement-breakpoint
update memories m set project = nullif(s.project_name, ''), branch = nullif(s.branch_name, ''),
  author = coalesce(s.user_email, s.user_id)
  from sessions s where s.workspace_id = m.workspace_id and s.session_id = m.source_session_id;
