-- Which repository or folder an index was made of; null for one made before this was known.
alter table code_repositories add column origin text;
