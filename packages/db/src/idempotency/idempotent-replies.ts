import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { timestamp, uuid } from '../sql-values.ts';

interface IdempotencyClaim {
  route: string;
  idempotencyKey: string;
  /** SHA-256 of the body, hexadecimal. */
  requestHash: string;
  at: Date;
  /** Claims made before are forgotten. */
  expiredBefore: Date;
}

type ClaimOutcome =
  | { outcome: 'claimed' }
  | { outcome: 'answered'; status: number; body: string }
  | { outcome: 'reused' };

const replyPart = row({
  requestHash: col.text`request_hash`,
  status: col.int`status`,
  part: col.text`substr(body, n * 15000 + 1, 15000)`,
});

/**
 * Claims an idempotency key inside the transaction that does the work: a second request waits here for the first, then
 * finds its answer. A claim whose transaction failed leaves nothing behind.
 */
export async function claimIdempotencyKey(
  tx: Database,
  workspaceId: WorkspaceId,
  { route, idempotencyKey, requestHash, at, expiredBefore }: IdempotencyClaim,
): Promise<ClaimOutcome> {
  const claimed = await execute(tx)`
    insert into idempotent_replies as r (workspace_id, route, idempotency_key, request_hash, created_at)
      values (${uuid(workspaceId)}, ${route}::text, ${idempotencyKey}::text, ${requestHash}::text, ${timestamp(at)})
      on conflict (workspace_id, route, idempotency_key) do update
        set request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, body = null
        where r.created_at < ${timestamp(expiredBefore)}
      returning 1 as claimed`;
  if (claimed > 0) return { outcome: 'claimed' };
  const parts = await query(tx, replyPart)`select ${replyPart.columns}
      from idempotent_replies, generate_series(0, char_length(body) / 15000) n
      where workspace_id = ${uuid(workspaceId)} and route = ${route}::text and idempotency_key = ${idempotencyKey}::text
      order by n`;
  const [first] = parts;
  if (!first || first.requestHash !== requestHash) return { outcome: 'reused' };
  return { outcome: 'answered', status: first.status, body: parts.map(({ part }) => part).join('') };
}

export async function keepIdempotentReply(
  tx: Database,
  workspaceId: WorkspaceId,
  reply: { route: string; idempotencyKey: string; status: number; body: string },
): Promise<void> {
  await execute(tx)`update idempotent_replies set status = ${reply.status}::int, body = ${reply.body}::text
      where workspace_id = ${uuid(workspaceId)} and route = ${reply.route}::text
        and idempotency_key = ${reply.idempotencyKey}::text`;
}

const ROWS = 1_000;

/** Deletes answers that were kept before a time, in pages. @returns whether there may be more */
export async function deleteIdempotentReplies(db: Database, { before }: { before: Date }): Promise<boolean> {
  const deleted = await execute(db)`delete from idempotent_replies r using (
        select workspace_id, route, idempotency_key from idempotent_replies
        where created_at < ${timestamp(before)} order by created_at limit ${ROWS}::int) old
      where r.workspace_id = old.workspace_id and r.route = old.route and r.idempotency_key = old.idempotency_key
      returning 1 as one`;
  return deleted === ROWS;
}
