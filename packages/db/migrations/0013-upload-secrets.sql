-- Secrets that were replaced in what came with an upload, by the client and by the service.
alter table document_uploads add column redacted_secrets int not null default 0;
