-- Steps that were begun since the last one that got on: a file that ends its reader each time is given up.
alter table document_uploads add column attempts int not null default 0;
