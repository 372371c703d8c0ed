import type { Database } from '../database.ts';
import { REPEATABLE } from './repeatable.ts';

const embedded = new WeakSet<Database>();
const transactions = new WeakSet<Database>();
const writesOf = new WeakMap<Database, () => number>();

/**
 * Told by the embedded engine's driver: it is one session, without autovacuum, and its processor has no 16-bit floats.
 * @param callerWrites see `callerWrites`
 */
export function markEmbedded(db: Database, callerWrites?: () => number): void {
  embedded.add(db);
  if (callerWrites) writesOf.set(db, callerWrites);
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) =>
    transaction((tx) => {
      markEmbedded(tx);
      transactions.add(tx);
      return work(tx);
    }, config);
}

/**
 * How many statements so far may have changed what a request knows of its caller: as long as the number stays, an answer that was read
 * is true, since no other process writes to the database. Undefined where others do.
 */
export const callerWrites = (db: Database): number | undefined => writesOf.get(db)?.();

const WRITES_CALLERS =
  /(?:insert into|update|delete from) "?(?:api_keys|workspaces|workspace_statistics|glossary_groups|tombstones|code_repositories)/u;

/** Whether a statement changes more than the rates of a caller; a trigger of tombstones changes its workspace. */
export const writesCallers = (text: string): boolean =>
  !text.startsWith(REPEATABLE) && WRITES_CALLERS.test(text);

export const isEmbedded = (db: Database): boolean => embedded.has(db);

/** Whether statements of several callers wait for its one connection: those of a transaction have it to themselves. */
export const isShared = (db: Database): boolean => embedded.has(db) && !transactions.has(db);
