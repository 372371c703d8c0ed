-- claimIdempotencyKey in packages/db/src/idempotency/idempotent-replies.ts

insert into
  idempotent_replies as r (workspace_id, route, idempotency_key, request_hash, created_at)
values
  ($1::uuid, $2::text, $3::text, $4::text, $5::timestamptz)
on conflict (workspace_id, route, idempotency_key) do update
set
  request_hash = excluded.request_hash,
  created_at = excluded.created_at,
  status = null,
  body = null
where
  r.created_at < $6::timestamptz
returning
  1 as claimed

select
  (request_hash)::text as "requestHash",
  (status)::int as "status",
  (substr(body, n * 15000 + 1, 15000))::text as "part"
from
  idempotent_replies,
  generate_series(0, char_length(body) / 15000) n
where
  workspace_id = $1::uuid
  and route = $2::text
  and idempotency_key = $3::text
order by
  n
