import { sql } from 'drizzle-orm';
import { execute, type Database } from '../database.ts';

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
  await execute(db, sql.raw(STATEMENT));
}
