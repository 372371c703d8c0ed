import type { Database } from '../database.ts';

const embedded = new WeakSet<Database>();
const transactions = new WeakSet<Database>();

/** Told by the embedded engine's driver: it is one session, without autovacuum, and its processor has no 16-bit floats. */
export function markEmbedded(db: Database): void {
  embedded.add(db);
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) =>
    transaction((tx) => {
      markEmbedded(tx);
      transactions.add(tx);
      return work(tx);
    }, config);
}

export const isEmbedded = (db: Database): boolean => embedded.has(db);

/** Whether statements of several callers wait for its one connection: those of a transaction have it to themselves. */
export const isShared = (db: Database): boolean => embedded.has(db) && !transactions.has(db);
