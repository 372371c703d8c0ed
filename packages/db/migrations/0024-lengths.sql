-- How much a long memory pays for its length: a quarter instead of three. A commit of many files or a note with its reasons is
-- long because it says more.
create or replace function bm25(n float8, idf float8, tf float8, length real, average real) returns float8 language sql immutable parallel safe
  return n * idf * 2.2 * tf / (tf + 1.2 * (0.75 + 0.25 * length / average));
