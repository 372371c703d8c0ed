-- deleteIdempotentReplies in packages/db/src/idempotency/idempotent-replies.ts

delete from idempotent_replies
where
  created_at < $1::timestamptz
