-- settleTokens in packages/db/src/workspaces/token-budget.ts

update llm_budgets
set
  reserved = greatest(0, reserved - $1::int),
  used = used + $2::int
where
  workspace_id = $3::uuid
  and day = ($4::timestamptz at time zone 'UTC')::date
