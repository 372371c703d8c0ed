import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { IS_REFUSED } from '../embedding/embedding-refusals.ts';
import { namedMemories, type MemoryRow, readMemories } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';

/** The condition of the index `memory_counters_pending`, on a row of `memory_counters c`. */
const PENDING = sql.raw(`(c.content_hash is null or c.discovered_digest is distinct from c.content_hash)`);

/** Rows `c` that may wait, with their memory `m`, which is looked up one by one: the planner would read all. */
export const PENDING_MEMORIES = sql.raw(`memory_counters c cross join lateral (
  select * from memories t where t.workspace_id = c.workspace_id and t.id = c.memory_id offset 0) m`);

export interface PendingCondition {
  /** Only what was written before: what is younger has a message on its way. Null: all. */
  writtenBefore: Date | null;
  /** Without an embedding provider no memory ever gets an embedding. */
  embeds: boolean;
}

/** Whether a row of `PENDING_MEMORIES` waits for work whose message may be lost; what the model refuses waits for people. */
export const isPending = ({ writtenBefore, embeds }: PendingCondition): SQL =>
  sql`${PENDING} and not ${IS_REFUSED}
    and (${embeds}::bool or c.discovered_digest is distinct from m.content_digest)
    and (${timestamp(writtenBefore)} is null or coalesce(m.updated_at, m.created_at) < ${timestamp(writtenBefore)})`;

const pendingMemory = row({
  id: col.uuid`m.id`,
  /** The discovery alone is missing. */
  embedded: col.bool`c.content_hash is not distinct from m.content_digest`,
  createdAt: col.timestamp`m.created_at`,
});
export type PendingMemory = RowOf<typeof pendingMemory>;

interface ListPendingOptions extends PendingCondition {
  after: Pick<PendingMemory, 'id' | 'createdAt'> | null;
  limit: number;
}

export async function listPendingMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit, ...condition }: ListPendingOptions,
): Promise<PendingMemory[]> {
  return query(db, pendingMemory)`select ${pendingMemory.columns} from ${PENDING_MEMORIES}
      where c.workspace_id = ${uuid(workspaceId)} and ${isPending(condition)}
        and (${nullable(after?.id ?? null, 'uuid')} is null
          or (m.created_at, m.id) > (${nullable(after?.createdAt ?? null, 'timestamptz')},
            ${nullable(after?.id ?? null, 'uuid')}))
      order by m.created_at, m.id limit ${limit}::int`;
}

/** A memory `m` whose content the model refuses: refusal `r`. */
const refusedMemory = row({
  workspace_id: col.workspaceId`m.workspace_id`,
  memory_id: col.uuid`m.id`,
  model: col.text`r.model`,
  reason: col.text`r.reason`,
  at: col.timestamp`r.refused_at`,
});

const refused = row({
  count: col.int`count(*) filter (where p.refused)`,
  latest: col.listOf(refusedMemory)`(
    select coalesce(json_agg(l.body), '[]') from (
      select ${refusedMemory.json} body
      from embedding_refusals r join memories m on m.workspace_id = r.workspace_id and m.id = r.memory_id
        and m.content_digest = r.content_digest
      join memory_counters c on c.workspace_id = r.workspace_id and c.memory_id = r.memory_id
      where ${IS_REFUSED} order by r.refused_at desc, m.id limit 20) l)`,
});

const pendingWork = row({
  embedding: col.int`count(*) filter (where not p.refused and c.content_hash is distinct from m.content_digest)`,
  /** Memories that are embedded and wait for their discovery. */
  discovery: col.int`
    count(*) filter (where not p.refused and c.content_hash is not distinct from m.content_digest)`,
  /** Since when the oldest of them waits; null when none does. */
  oldest: col.timestamp.orNull`min(coalesce(m.updated_at, m.created_at)) filter (where not p.refused)`,
  /** Memories whose content the model refuses; they are tried again when it changes, with another model, and on redrive. */
  refused: col.object(refused),
});
export async function countPendingWork(db: Database): Promise<RowOf<typeof pendingWork>> {
  const [counted] = await query(db, pendingWork)`select ${pendingWork.columns}
      from ${PENDING_MEMORIES} cross join lateral (select ${IS_REFUSED} refused offset 0) p where ${PENDING}`;
  if (!counted) throw new Error('A statement that always has one row had none.');
  return counted;
}

const contentState = row({
  contentDigest: col.text`m.content_digest`,
  embedded: col.bool`c.content_hash is not distinct from m.content_digest`,
});

export type MemoryToEmbed = RowOf<typeof contentState> & { memory: MemoryRow };

/**
 * Those of the named memories that are not yet embedded, or embedded but not discovered: one whose message was delivered
 * twice and that is finished is not among them, nor one that was deleted.
 */
export async function listMemoriesToEmbed(
  db: Database,
  workspaceId: WorkspaceId,
  { ids }: { ids: readonly string[] },
): Promise<MemoryToEmbed[]> {
  const rows = await readMemories(db, workspaceId, {
    plannedOnce: true,
    extra: contentState,
    picked: sql`select m.id, (row_number() over (order by m.id))::int place, ${contentState.json} extra
      from ${namedMemories(workspaceId, { ids })}
      join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id
      where (c.content_hash is distinct from m.content_digest
          or c.discovered_digest is distinct from m.content_digest)`,
  });
  return rows.map(({ memory, extra }) => ({ memory, ...extra }));
}
