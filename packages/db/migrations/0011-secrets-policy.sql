-- What becomes of a write that holds secrets: they are replaced, or the write is refused.
alter table workspaces add column secrets text not null default 'replace' check (secrets in ('replace', 'refuse'));
