import { sql, type SQL } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { IS_REFUSED } from '../embeddings/embedding-refusals.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';

/** The condition of the index `memories_pending`, on a row of `memories m`. */
const PENDING = sql.raw(`(m.content_hash is null or m.discovered_digest is distinct from m.content_digest)`);

export interface PendingCondition {
  /** Only what was written before: what is younger has a message on its way. Null: all. */
  writtenBefore: Date | null;
  /** Without an embedding provider no memory ever gets an embedding. */
  embeds: boolean;
}

/** Whether a row of `memories m` waits for work whose message may be lost; what the model refuses waits for people. */
export const isPending = ({ writtenBefore, embeds }: PendingCondition): SQL =>
  sql`${PENDING} and not ${IS_REFUSED}
    and (${embeds}::bool or m.discovered_digest is distinct from m.content_digest)
    and (${timestamp(writtenBefore)} is null or coalesce(m.updated_at, m.created_at) < ${timestamp(writtenBefore)})`;

export interface PendingMemory {
  id: string;
  /** What is missing is the discovery alone. */
  embedded: boolean;
  createdAt: string;
}

export interface ListPendingOptions extends PendingCondition {
  /** The last memory of the page before. */
  after: Pick<PendingMemory, 'id' | 'createdAt'> | null;
  limit: number;
}

/** Memories that wait for their embedding or their discovery, the oldest first. */
export async function listPendingMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit, ...condition }: ListPendingOptions,
): Promise<PendingMemory[]> {
  const rows = await queryRows<{ id: string; embedded: boolean; created_at: string }>(
    db,
    sql`select m.id::text id, m.content_hash is not distinct from m.content_digest embedded,
        to_json(m.created_at)::text created_at
      from memories m
      where m.workspace_id = ${uuid(workspaceId)} and ${isPending(condition)}
        and (${nullable(after?.id ?? null, 'uuid')} is null
          or (m.created_at, m.id) > (${nullable(after?.createdAt ?? null, 'timestamptz')}, ${nullable(after?.id ?? null, 'uuid')}))
      order by m.created_at, m.id limit ${limit}::int`,
  );
  return rows.map(({ id, embedded, created_at }) => ({
    id,
    embedded,
    createdAt: JSON.parse(created_at) as string,
  }));
}

/** A memory whose content the model refuses. */
export interface RefusedMemory {
  workspace_id: string;
  memory_id: string;
  model: string;
  reason: string;
  /** Since when, ISO 8601. */
  at: string;
}

export interface PendingWork {
  /** Memories that wait for their embedding. */
  embedding: number;
  /** Memories that are embedded and wait for their discovery. */
  discovery: number;
  /** Since when the oldest of them waits, ISO 8601; null when none does. */
  oldest: string | null;
  /** Memories whose content the model refuses; they are tried again when it changes, with another model, and on redrive. */
  refused: { count: number; latest: RefusedMemory[] };
}

/** What waits in all workspaces. */
export async function countPendingWork(db: Database): Promise<PendingWork> {
  const [row] = await queryRows<{ body: string }>(
    db,
    sql`select json_build_object(
        'embedding', count(*) filter (where not p.refused and m.content_hash is distinct from m.content_digest),
        'discovery', count(*) filter (where not p.refused and m.content_hash is not distinct from m.content_digest),
        'oldest', min(coalesce(m.updated_at, m.created_at)) filter (where not p.refused),
        'refused', json_build_object('count', count(*) filter (where p.refused), 'latest', (
          select coalesce(json_agg(l), '[]') from (
            select m.workspace_id, m.id memory_id, r.model, r.reason, r.refused_at at
            from embedding_refusals r join memories m on m.workspace_id = r.workspace_id and m.id = r.memory_id
              and m.content_digest = r.content_digest
            where ${IS_REFUSED} order by r.refused_at desc, m.id limit 20) l)))::text body
      from memories m cross join lateral (select ${IS_REFUSED} refused) p where ${PENDING}`,
  );
  return JSON.parse(row?.body ?? '{}') as PendingWork;
}
