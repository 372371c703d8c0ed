-- keepIdempotentReply in packages/db/src/idempotency/idempotent-replies.ts

update idempotent_replies
set
  status = $1::int,
  body = $2::text
where
  workspace_id = $3::uuid
  and route = $4::text
  and idempotency_key = $5::text
