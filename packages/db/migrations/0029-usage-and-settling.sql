-- Calls by UTC day, of the last 31 days on which there were any: they are written with the bucket, in the same row.
alter table api_keys add column calls jsonb not null default '{}';
--> statement-breakpoint
alter table memberships add column calls jsonb not null default '{}';
--> statement-breakpoint
create function counted_calls(calls jsonb, granted int) returns jsonb language sql stable
  return (select jsonb_object_agg(l.utc_day, l.n) from (
    select c.utc_day, sum(c.n)::int as n from (
      select e.key as utc_day, e.value::int as n from jsonb_each_text(calls) e
      union all
      select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as utc_day, granted as n) c
    group by c.utc_day order by c.utc_day desc limit 31) l);
--> statement-breakpoint
-- Somebody has seen that it failed, and wants to be asked no more.
alter table document_uploads add column settled_at timestamptz;
--> statement-breakpoint
alter table job_attempts add column settled_at timestamptz;
