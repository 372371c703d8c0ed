-- Days after which memories go, by their type; a type that is not here stays.
alter table workspaces add column retention jsonb not null default '{}';
