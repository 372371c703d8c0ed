-- reserveTokens in packages/db/src/workspaces/token-budget.ts

insert into
  llm_budgets as b (workspace_id, day, reserved)
select
  $1::uuid,
  ($2::timestamptz at time zone 'UTC')::date,
  $3::int
where
  $4::int <= $5::int
on conflict (workspace_id, day) do update
set
  reserved = b.reserved + excluded.reserved
where
  b.reserved + b.used + excluded.reserved <= $6::int
returning
  1 as reserved
