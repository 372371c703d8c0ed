-- claimDueSummaries in packages/db/src/sessions/claim-due-summaries.ts

update sessions s
set
  summary_due_at = $1::timestamptz
where
  s.workspace_id = $2::uuid
  and s.summary_due_at <= $3::timestamptz
  and s.id in (
    select
      d.id
    from
      sessions d
    where
      d.workspace_id = $4::uuid
      and d.summary_due_at <= $5::timestamptz
    order by
      d.summary_due_at,
      d.id
    limit
      $6::int
  )
returning
  (id)::text as "id"
