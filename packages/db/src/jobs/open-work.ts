import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId, execute } from '../database.ts';
import { BUILT_FROM } from '../embedding/maintain-semantic-index.ts';
import { workspaceIdRow, idRow } from '../is-there.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';
import { isPending, PENDING_MEMORIES, type PendingCondition } from './pending-memories.ts';

interface ListWorkspacesWithWorkOptions extends PendingCondition {
  /** Id of the last workspace of the page before. */
  after: string | null;
  limit: number;
  /** The model that all workspaces should use; null where none is configured. */
  model: string | null;
  /** Re-embedding that was last heard of before this is taken up again. */
  silentSince: Date;
}

/**
 * Workspaces that have something to do: a memory whose message may be lost, statistics that lag by a quarter or by a day,
 * another model than the configured one, a re-embedding that stopped, a semantic index that was still being built. One
 * look at an index for each.
 */
export async function listWorkspacesWithWork(
  db: Database,
  { after, limit, model, silentSince, ...pending }: ListWorkspacesWithWorkOptions,
): Promise<string[]> {
  const rows = await query(db, workspaceIdRow)`select ${workspaceIdRow.columns} from workspace_statistics s
      where (${nullable(after, 'uuid')} is null or s.workspace_id > ${nullable(after, 'uuid')}) and (
        s.changes >= greatest(16 - s.memories, ceil(s.memories / 4.0), 1)
        or (s.changes > 0 and coalesce(s.refreshed_at, '-infinity') < now() - interval '1 day')
        or s.next_model_at <= ${timestamp(silentSince)}
        or (s.next_model is null and s.model <> ${nullable(model, 'text')})
        or (s.memories >= ${BUILT_FROM}::int and s.model is not null and not s.has_semantic_index)
        or exists (
          select from ${PENDING_MEMORIES} where c.workspace_id = s.workspace_id and ${isPending(pending)}))
      order by s.workspace_id limit ${limit}::int`;
  return rows.map(({ id }) => id);
}

export async function listMemoryIds(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await query(db, idRow)`
    select ${idRow.columns} from memories m where m.workspace_id = ${uuid(workspaceId)}
        and (${nullable(after, 'uuid')} is null or m.id > ${nullable(after, 'uuid')})
      order by m.id limit ${limit}::int`;
  return rows.map(({ id }) => id);
}

/** One workspace `w`, with its statistics `s`, that is being embedded with another model. */
const reembedding = row({
  workspace_id: col.workspaceId`w.id`,
  name: col.text`w.name`,
  model: col.text`s.next_model`,
  /** Memories that have their vector, and memories in all. */
  done: col.int`(
    select count(*) from memory_embeddings e where e.workspace_id = w.id and e.model = s.next_model)`,
  total: col.int`(select count(*) from memories m where m.workspace_id = w.id)`,
  at: col.timestamp`s.next_model_at`,
});
export async function listReembeddings(db: Database): Promise<RowOf<typeof reembedding>[]> {
  return query(db, reembedding)`select ${reembedding.columns}
      from workspace_statistics s join workspaces w on w.id = s.workspace_id
      where s.next_model is not null order by w.id limit 100`;
}

/** Moments after which something is done, by table. A condition keeps to rows that an index finds. */
const WAITING = [
  { table: 'workspace_statistics', columns: ['refreshed_at', 'next_model_at', 'upkeep_asked_at'] },
  { table: 'sessions', columns: ['last_sign_of_life'], where: 'is_active' },
  { table: 'embedding_refusals', columns: ['refused_at'] },
  { table: 'graph_changes', columns: ['changed_at'] },
  { table: 'code_repositories', columns: ['unresolved_since'] },
  { table: 'document_uploads', columns: ['stepped_at'], where: `state in ('waiting', 'processing')` },
  { table: 'job_attempts', columns: ['begun_at'] },
];

/** Of different computers, and of a statement that waits. */
const SKEW = `interval '10 minutes'`;

/** A summary waits for a day at most, but for one whose clock was ahead. */
const SUMMARY_WAITS = `interval '2 days'`;

const STATEMENT = `with ${WAITING.map(
  ({ table, columns, where = 'true' }) => `${table}_now as (
    update ${table} set ${columns.map((column) => `${column} = least(${column}, now())`).join(', ')}
    where ${where} and greatest(${columns.join(', ')}) > now() + ${SKEW})`,
).join(',\n')}
  update sessions set summary_due_at = now() where summary_due_at > now() + ${SUMMARY_WAITS} and not is_active`;

/**
 * Sets moments of the future back to now: they were written by a clock that was ahead, and what is done some time after them would
 * wait until that has passed once more.
 */
export async function forgetFutureStamps(db: Database): Promise<void> {
  await execute(db)`${sql.raw(STATEMENT)}`;
}
